/** Handles messages that arrive while the log is open: the rule, the count below, and the announcement. */
import { isEvent } from "@parley/client";
import { readStateEvents } from "@parley/server/contract";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { NarrowTerm } from "../address/narrow.ts";
import { announce } from "../app/announce.tsx";
import { linkState } from "../app/link.ts";
import type { ShownView } from "../state/messages.ts";
import { nameOf } from "../state/people.ts";
import { useSession } from "../state/session.tsx";
import { listText } from "../text/dates.ts";
import { t } from "../text/text.ts";
import { kindOf } from "./marking.ts";
import type { ReadingPlace } from "./place.ts";
import type { Notice } from "./rows.ts";
import { ruleAfter } from "./rule.ts";
import { isUnread, ruleFor } from "./unread.ts";

interface ArrivalsOptions {
  readonly terms: readonly NarrowTerm[];
  readonly shown: ShownView;
  readonly place: ReadingPlace;
  readonly onKeepUnread: () => void;
}

interface Arrivals {
  readonly rule: Notice | undefined;
  /** Messages sent while offline that arrived after reconnecting. */
  readonly missed: Notice | undefined;
  /** How many have arrived since the reader left the end. */
  readonly arrivedSince: number;
  /** Called when everything is marked as read. */
  readonly clearRule: () => void;
  /** Called when the end is visible. */
  readonly reachEnd: () => void;
}

interface Missed extends Notice {
  readonly backAt: number;
}

export const isLookedAt = (): boolean => document.visibilityState === "visible" && document.hasFocus();

export function useArrivals({ terms, shown: { state }, place, onKeepUnread }: ArrivalsOptions): Arrivals {
  const { messages, store } = useSession();
  const { ids, foundNewest } = state;
  const [rule, setRule] = useState(() =>
    kindOf(terms) === "search" ? undefined : ruleFor(terms, state, { messages, state: store.state }),
  );
  const [arrivedSince, setArrivedSince] = useState(0);
  const [missed, setMissed] = useState<Missed>();
  const before = useRef({ newest: ids.at(-1) ?? 0, foundNewest });

  const arrive = (arrived: readonly number[]) => {
    const { ownId } = store.state.users;
    const arrivals = arrived.map((id) => ({ id, isOwn: messages.message(id)?.sender_id === ownId }));
    const others = arrivals.filter(({ isOwn }) => !isOwn);
    if (others.length === 0) return;
    setArrivedSince((count) => count + others.length);
    const names = others.map(({ id }) => nameOf(store.state, messages.message(id)?.sender_id ?? 0));
    announce(t("log.arrived", { count: others.length, names: listText([...new Set(names)].slice(0, 3)) }));
    if (kindOf(terms) === "search") return;
    const { backAt } = linkState;
    if (backAt !== undefined) setMissed(missedAfter(missed, others, backAt));
    const isRuleUnread = rule !== undefined && ids.some((id) => id >= rule.at && isUnread(messages, id));
    setRule(ruleAfter(rule, arrivals, { isLookedAt: place.isAtEnd && isLookedAt(), isRuleUnread }));
  };
  const onArrive = useEffectEvent(arrive);
  useLayoutEffect(() => {
    const { newest, foundNewest: wasNewest } = before.current;
    before.current = { newest: ids.at(-1) ?? newest, foundNewest };
    const arrived = wasNewest && foundNewest ? ids.slice(ids.findLastIndex((id) => id <= newest) + 1) : [];
    if (arrived.length > 0) onArrive(arrived);
  }, [ids, foundNewest]);

  const keepUnread = (marked: ReadonlySet<number>) => {
    const unread = ids.filter((id) => isUnread(messages, id));
    const [first] = unread;
    if (first === undefined || !unread.some((id) => marked.has(id))) return;
    setRule({ at: first, count: foundNewest ? unread.length : 0 });
    onKeepUnread();
  };
  const onMarkedUnread = useEffectEvent(keepUnread);
  useEffect(
    () =>
      messages.onChange((changed, events) => {
        const isUnreadAgain = events.some(
          (event) => isEvent(event, readStateEvents.flagsRemoveEvent) && event.flag === "read",
        );
        if (isUnreadAgain) onMarkedUnread(changed);
      }),
    [messages],
  );

  return {
    rule,
    missed: missed ?? (state.missed && { at: state.missed.from, count: state.missed.count }),
    arrivedSince,
    clearRule: () => setRule(undefined),
    reachEnd: () => setArrivedSince(0),
  };
}

/** Counts several batches as one. */
function missedAfter(missed: Missed | undefined, arrivals: readonly { readonly id: number }[], backAt: number): Missed {
  const [at, count] = missed?.backAt === backAt ? [missed.at, missed.count] : [arrivals[0]?.id ?? 0, 0];
  return { at, count: count + arrivals.length, backAt };
}
