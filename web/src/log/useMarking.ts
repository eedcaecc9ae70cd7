/** Marks seen messages as read, in views where reading does that. */
import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import type { NarrowTerm } from "../address/narrow.ts";
import { router } from "../state/place.ts";
import { useSession } from "../state/session.tsx";
import { useSetting } from "../state/settings.ts";
import { beginsAtLink, kindOf, Looking, marksByScrolling } from "./marking.ts";
import { keyOf, messageOf, type RowKey, rowsIn } from "./place.ts";
import type { LogRowData } from "./rows.ts";
import { isUnread } from "./unread.ts";
import { isLookedAt } from "./useArrivals.ts";

interface MarkingOptions {
  readonly terms: readonly NarrowTerm[];
  readonly rows: readonly LogRowData[];
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly isKeepingUnread: boolean;
}

interface Marking {
  /** Called when the visible rows may have changed. */
  readonly look: () => void;
  /** Called when the reader scrolls: from now on a view opened by a link marks as read too. */
  readonly begin: () => void;
  /** The cursor moved between rows. */
  readonly passed: (from: RowKey | undefined, to: RowKey) => void;
  /** The reader sent a message here: the visible messages are read. */
  readonly replied: () => void;
}

export function useMarking({ terms, rows, scroller, isKeepingUnread }: MarkingOptions): Marking {
  const { messages, readMarks, isVisitor } = useSession();
  const policy = useSetting("web_mark_read_on_scroll_policy");
  const marks = !isVisitor && !isKeepingUnread && marksByScrolling(kindOf(terms), policy);
  const looking = useRef<Looking>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hasBegun = useRef(!beginsAtLink(terms));

  const isWaiting = (key: RowKey): key is number =>
    typeof key === "number" && isUnread(messages, key) && readMarks.pendingOp(key) !== "add";

  const look = () => {
    looking.current ??= new Looking();
    clearTimeout(timer.current);
    const element = scroller.current;
    if (!element || !marks || !hasBegun.current || !isLookedAt()) {
      looking.current.lookAway();
      return;
    }
    const now = performance.now();
    const seen = looking.current.look(endsOnScreen(element).filter(isWaiting), now);
    if (seen.length > 0) readMarks.seen(seen);
    const next = looking.current.nextIn(now);
    if (next !== undefined) timer.current = setTimeout(() => onLook(), next + 1);
  };
  const onLook = useEffectEvent(look);

  useEffect(() => {
    const again = () => onLook();
    const leave = () => void readMarks.flush();
    const hide = () => document.visibilityState === "hidden" && leave();
    window.addEventListener("focus", again);
    window.addEventListener("blur", again);
    document.addEventListener("visibilitychange", again);
    document.addEventListener("visibilitychange", hide);
    const stay = router.onLeave(leave);
    return () => {
      window.removeEventListener("focus", again);
      window.removeEventListener("blur", again);
      document.removeEventListener("visibilitychange", again);
      document.removeEventListener("visibilitychange", hide);
      stay();
      clearTimeout(timer.current);
    };
  }, [readMarks]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: when marking resumes, visible messages count.
  useEffect(() => onLook(), [marks]);

  return {
    look,
    begin: () => {
      hasBegun.current = true;
    },
    passed: (from, to) => {
      if (!marks || !isLookedAt()) return;
      hasBegun.current = true;
      const [first, last] = [rows.findIndex(({ key }) => key === from), rows.findIndex(({ key }) => key === to)];
      const between = first < 0 || last <= first ? [] : rows.slice(first, last);
      readMarks.seen(between.map(({ key }) => key).filter(isWaiting));
    },
    replied: () => {
      if (!marks || !isLookedAt() || !scroller.current) return;
      hasBegun.current = true;
      readMarks.seen(endsOnScreen(scroller.current).filter(isWaiting));
    },
  };
}

/** The rows whose ends are visible. */
function endsOnScreen(scroller: HTMLElement): RowKey[] {
  const { top, bottom } = scroller.getBoundingClientRect();
  const isSeen = (row: HTMLElement) => {
    const end = messageOf(row).getBoundingClientRect().bottom;
    return end > top && end <= bottom + 1;
  };
  return rowsIn(scroller).filter(isSeen).map(keyOf);
}
