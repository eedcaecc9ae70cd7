/** The message log: a virtualized feed that renders only the rows near the viewport. */

import type { OutboxEntry } from "@parley/client";
import {
  type FocusEvent,
  Fragment,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useMessageKeys } from "../actions/useMessageKeys.ts";
import type { NarrowTerm } from "../address/narrow.ts";
import { focusRegion } from "../app/regions.ts";
import { isText } from "../keyboard/text-fields.ts";
import type { ShownView } from "../state/messages.ts";
import { router } from "../state/place.ts";
import { useSetting } from "../state/settings.ts";
import { t } from "../text/text.ts";
import { EdgeAbove, EdgeBelow } from "./edges.tsx";
import { JumpToNewest } from "./JumpToNewest.tsx";
import { LogRow } from "./LogRow.tsx";
import { kindOf } from "./marking.ts";
import { type LogOpening, placeFor, rememberedFrom } from "./opening.ts";
import { focusable, keyOf, ReadingPlace, type RowKey, rowElement } from "./place.ts";
import { useIsPrinting } from "./printing.ts";
import { StickyHead } from "./StickyHead.tsx";
import { useArrivals } from "./useArrivals.ts";
import { useLogKeys } from "./useLogKeys.ts";
import { useMarking } from "./useMarking.ts";
import { useOpenKeys } from "./useOpenKeys.ts";
import { usePaging } from "./usePaging.ts";
import { useRows } from "./useRows.ts";
import { useWindowed } from "./useWindowed.ts";
import "./log.css";

interface LogProps {
  readonly terms: readonly NarrowTerm[];
  readonly shown: ShownView;
  readonly entries: readonly OutboxEntry[];
  readonly opening: LogOpening;
  /** The reader chose to keep messages unread. */
  readonly isKeepingUnread: boolean;
  readonly onKeepUnread: () => void;
  /** Opens the log at another position. */
  readonly reopen: (opening: LogOpening) => void;
}

const NOTHING: readonly OutboxEntry[] = [];

export function Log({ terms, shown, entries, opening, isKeepingUnread, onKeepUnread, reopen }: LogProps) {
  const { state } = shown;
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [place] = useState(() => new ReadingPlace(placeFor(opening, state)));
  const [cursor, setCursor] = useState<RowKey | undefined>(opening.cursor);
  const [focused, setFocused] = useState<RowKey>();
  const [isFar, setFar] = useState(false);
  const isInterleaved = kindOf(terms) !== "conversation";
  const { rule, missed, arrivedSince, clearRule, reachEnd } = useArrivals({ terms, shown, place, onKeepUnread });
  const written = state.foundNewest ? entries : NOTHING;
  const rows = useRows({ ids: state.ids, entries: written, isInterleaved, rule, missed });
  const tabbable = cursor ?? rows.at(-1)?.key;
  const near = useWindowed({ scroller, list, rows, place, pinned: [tabbable, focused] });
  const isPrinting = useIsPrinting();
  const windowed = isPrinting ? { ...near, ...wholeOf(rows.length) } : near;
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
  useOpenKeys(terms, cursor);

  const remember = () => router.remember("log", rememberedFrom(place.place, cursor));
  const onLeave = useEffectEvent(remember);
  useEffect(() => router.onLeave(() => onLeave()), []);

  /** Called when the visible rows may have changed. */
  const settle = () => {
    const element = scroller.current;
    if (!element) return;
    const left = element.scrollHeight - element.scrollTop - element.clientHeight;
    setFar(left > element.clientHeight || !state.foundNewest);
    if (place.isAtEnd) reachEnd();
    page();
    marking.look();
  };
  const onScroll = () => {
    if (place.scrolled()) marking.begin();
    settle();
    remember();
  };
  const onChange = useEffectEvent(settle);
  const [firstDrawn, lastDrawn] = [windowed.items[0]?.index, windowed.items.at(-1)?.index];
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these changes what is visible.
  useEffect(() => onChange(), [rows, firstDrawn, lastDrawn, state.loading]);
  const goesToSent = useSetting("web_navigate_to_sent_message");
  const replied = useEffectEvent(() => {
    marking.replied();
    if (goesToSent) place.go({ at: "end" });
  });
  const last = written.at(-1)?.local_id;
  useEffect(() => {
    if (last !== undefined) replied();
  }, [last]);

  const isShown = firstDrawn !== undefined;
  const focusLinked = useEffectEvent(() => {
    const row = scroller.current && opening.linked !== undefined && rowElement(scroller.current, opening.linked);
    // Not from a field in which the reader has begun to write meanwhile.
    if (row && !isText(document.activeElement)) focusable(row).focus({ preventScroll: true });
  });
  useEffect(() => {
    if (isShown) focusLinked();
  }, [isShown]);
  // The end of the rows is the end of the log only if it has the newest message.
  useLayoutEffect(() => {
    place.hasNewest = state.foundNewest;
  }, [place, state.foundNewest]);

  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const row = target.closest<HTMLElement>(".log-row[data-key]");
    if (!row) return;
    setFocused(keyOf(row));
    // The pointer only highlights; it does not move the cursor.
    if (target.matches("article:focus-visible")) setCursor(keyOf(row));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.ctrlKey || (event.key !== "End" && event.key !== "Home")) return;
    if (focusRegion(event.key === "End" ? "composer" : "header")) event.preventDefault();
  };

  return (
    <div className="log-frame">
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
        <div className="log-above" role="presentation">
          <EdgeAbove terms={terms} shown={shown} />
        </div>
        <div className="log-rows" ref={list} role="presentation">
          {windowed.items.map(({ index, gapBefore }) => {
            const row = rows[index];
            if (!row) return null;
            const { key, ...looks } = row;
            return (
              <Fragment key={key}>
                {gapBefore > 0 && <div style={{ height: gapBefore }} role="presentation" />}
                <LogRow
                  {...looks}
                  measure={windowed.measure}
                  index={index}
                  rowKey={key}
                  isCursor={key === cursor}
                  isTabbable={key === tabbable}
                  isLinked={key === opening.linked}
                  terms={terms}
                  match={typeof key === "number" ? state.matches.get(key) : undefined}
                  entry={typeof key === "string" ? written.find(({ local_id }) => local_id === key) : undefined}
                  onAct={keys.act}
                />
              </Fragment>
            );
          })}
          {windowed.gapAfter > 0 && <div style={{ height: windowed.gapAfter }} role="presentation" />}
        </div>
        <div className="log-below" role="presentation">
          <EdgeBelow shown={shown} />
        </div>
      </div>
      {/* After the log, or its effect would run before the log's element is known. */}
      <StickyHead rows={rows} scroller={scroller} isInterleaved={isInterleaved} />
      {isFar && <JumpToNewest count={state.foundNewest ? arrivedSince : 0} onPress={keys.goToEnd} />}
    </div>
  );
}

const wholeOf = (count: number) => ({
  items: Array.from({ length: count }, (_, index) => ({ index, gapBefore: 0 })),
  gapAfter: 0,
});
