/** The message log: a feed of which only what is near the reader is in the document. */
import type { OutboxEntry } from "@parley/client";
import { Fragment, type FocusEvent, type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { NarrowTerm } from "../address/narrow.ts";
import { focusRegion } from "../app/regions.ts";
import { useMessageKeys } from "../actions/useMessageKeys.ts";
import type { ShownView } from "../state/messages.ts";
import { router } from "../state/place.ts";
import { t } from "../text/text.ts";
import { EdgeAbove, EdgeBelow } from "./edges.tsx";
import { JumpToNewest } from "./JumpToNewest.tsx";
import { LogRow } from "./LogRow.tsx";
import { kindOf } from "./marking.ts";
import type { Opening, Remembered } from "./opening.ts";
import { keyOf, type Place, ReadingPlace, type RowKey } from "./place.ts";
import { StickyHead } from "./StickyHead.tsx";
import { useArrivals } from "./useArrivals.ts";
import { useLogKeys } from "./useLogKeys.ts";
import { useMarking } from "./useMarking.ts";
import { usePaging } from "./usePaging.ts";
import { useRows } from "./useRows.ts";
import { indexesOf, useWindowed } from "./useWindowed.ts";
import "./log.css";

interface LogProps {
  readonly terms: readonly NarrowTerm[];
  readonly shown: ShownView;
  readonly entries: readonly OutboxEntry[];
  readonly opening: Opening;
  /** The reader has said that what is unread stays so. */
  readonly isKeepingUnread: boolean;
  readonly onKeepUnread: () => void;
  /** Opens the log somewhere else. */
  readonly reopen: (opening: Opening) => void;
}

export function Log({ terms, shown, entries, opening, isKeepingUnread, onKeepUnread, reopen }: LogProps) {
  const { view, state } = shown;
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [place] = useState(() => new ReadingPlace(placeFor(opening, shown)));
  const [cursor, setCursor] = useState<RowKey | undefined>(opening.cursor);
  const [focused, setFocused] = useState<RowKey>();
  const [distance, setDistance] = useState<"end" | "near" | "far">("end");
  const isInterleaved = kindOf(terms) !== "conversation";
  const { rule, arrivedSince, clearRule } = useArrivals({ terms, shown, place, onKeepUnread });
  const { missed } = state;
  const rows = useRows({
    ids: state.ids,
    entries: state.foundNewest ? entries : [],
    isInterleaved,
    rule,
    missed: missed && { at: missed.from, count: missed.count },
  });
  const tabbable = cursor ?? rows.at(-1)?.key;
  place.hasNewest = state.foundNewest;
  const windowed = useWindowed({ scroller, list, rows, place, pinned: [tabbable, focused] });
  const marking = useMarking({ terms, rows, scroller, isKeepingUnread });
  const page = usePaging({ shown, scroller, place });
  const keys = useLogKeys({
    terms,
    shown,
    rows,
    scroller,
    place,
    cursor,
    setCursor,
    reopen,
    onPassed: marking.passed,
    onAllRead: clearRule,
  });
  useMessageKeys(typeof cursor === "number" ? cursor : undefined, terms);

  const remember = () => router.remember("log", rememberedFrom(place.place, cursor));
  const onLeave = useEffectEvent(remember);
  useEffect(() => router.onLeave(() => onLeave()), []);

  const settle = () => {
    const element = scroller.current;
    if (!element) return;
    const left = element.scrollHeight - element.scrollTop - element.clientHeight;
    setDistance(left > element.clientHeight || !state.foundNewest ? "far" : left > 4 ? "near" : "end");
    page();
    marking.look();
  };
  const onScroll = () => {
    if (place.scrolled()) marking.begin();
    settle();
    remember();
  };
  const onCommit = useEffectEvent(settle);
  useLayoutEffect(() => {
    place.attach(scroller.current);
    place.keep();
  }, [place]);
  useEffect(() => onCommit(), [rows]);
  useLinkFocus(opening, scroller);

  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const row = target.closest<HTMLElement>(".log-row[data-key]");
    if (!row) return;
    setFocused(keyOf(row));
    // The pointer gives a wash and nothing more.
    if (target.matches("article:focus-visible")) setCursor(keyOf(row));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.ctrlKey || (event.key !== "End" && event.key !== "Home")) return;
    if (focusRegion(event.key === "End" ? "composer" : "header")) event.preventDefault();
  };

  const indexes = indexesOf(rows);
  return (
    <div className="log-frame">
      <StickyHead rows={rows} scroller={scroller} isInterleaved={isInterleaved} />
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: a feed is what it is. */}
      <div
        className="log"
        role="feed"
        aria-label={t("log.messages")}
        aria-busy={state.loading.opening || state.loading.older || state.loading.newer}
        data-region="log"
        ref={scroller}
        onScroll={onScroll}
        onFocus={onFocus}
        onBlur={() => setFocused(undefined)}
        onKeyDown={onKeyDown}
      >
        <EdgeAbove terms={terms} shown={shown} />
        <div className="log-rows" ref={list} role="presentation">
          {windowed.items.map(({ index, gapBefore }) => {
            const row = rows[index];
            if (!row) return null;
            const { key } = row;
            return (
              <Fragment key={key}>
                {gapBefore > 0 && <div style={{ height: gapBefore }} role="presentation" />}
                <LogRow
                  measure={windowed.measure}
                  index={index}
                  rowKey={key}
                  isFirst={row.isFirst}
                  startsDay={row.startsDay}
                  startsConversation={row.startsConversation}
                  rule={row.rule}
                  missed={row.missed}
                  isInterleaved={isInterleaved}
                  isCursor={key === cursor}
                  isTabbable={key === tabbable}
                  isLinked={key === opening.linked}
                  terms={terms}
                  match={typeof key === "number" ? state.matches.get(key) : undefined}
                  entry={typeof key === "string" ? entries[index - state.ids.length + missing(rows, entries)] : undefined}
                  onAct={keys.act}
                />
              </Fragment>
            );
          })}
          <div style={{ height: Math.max(0, windowed.gapAfter) }} role="presentation" />
        </div>
        <EdgeBelow shown={shown} />
      </div>
      {distance === "far" && (
        <JumpToNewest count={state.foundNewest ? arrivedSince : 0} onPress={() => keys.goToEnd()} />
      )}
      <span hidden>{indexes.size}</span>
    </div>
  );
}
