/** Keyboard navigation in the log. The cursor is real focus, and adds no history. */
import type { RefObject } from "react";
import { flushSync } from "react-dom";
import { offerUnread } from "../actions/read.ts";
import { askedTerms, type NarrowTerm } from "../address/narrow.ts";
import type { Command } from "../keyboard/keys.ts";
import { perform, useCommand } from "../keyboard/useCommand.ts";
import type { ShownView } from "../state/messages.ts";
import { useSession } from "../state/session.tsx";
import { kindOf } from "./marking.ts";
import type { LogOpening } from "./opening.ts";
import { focusable, keyOf, messageOf, type ReadingPlace, type RowKey, rowElement, rowsIn } from "./place.ts";
import type { LogRowData } from "./rows.ts";
import { screenStep } from "./screen-step.ts";
import { unreadIn } from "./unread.ts";

interface LogKeysOptions {
  readonly terms: readonly NarrowTerm[];
  readonly shown: ShownView;
  readonly rows: readonly LogRowData[];
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly place: ReadingPlace;
  readonly cursor: RowKey | undefined;
  readonly setCursor: (key: RowKey | undefined) => void;
  readonly reopen: (opening: LogOpening) => void;
  readonly onPassed: (from: RowKey | undefined, to: RowKey) => void;
  readonly onAllRead: () => void;
}

interface LogKeys {
  readonly goToEnd: () => void;
  /** Moves the cursor to a message and runs a command on it. */
  readonly act: (key: RowKey, command: Command) => void;
}

/** The approximate height of the sticky header. */
const STICKY_PX = 40;
const SCREEN = 0.85;
/** More than anyone reads at a glance. */
const MANY = 10;

export function useLogKeys(options: LogKeysOptions): LogKeys {
  const { terms, shown, rows, scroller, place, cursor, setCursor, reopen, onPassed, onAllRead } = options;
  const session = useSession();

  const focusOn = (key: RowKey) => {
    // The row must be rendered before it can be focused.
    flushSync(() => setCursor(key));
    place.show(key, { above: STICKY_PX });
    const row = scroller.current && rowElement(scroller.current, key);
    if (row) focusable(row).focus({ preventScroll: true });
  };

  const step = (by: 1 | -1) => {
    const here = rows.findIndex(({ key }) => key === cursor);
    const next = here < 0 ? firstSeen(scroller.current) : rows[here + by]?.key;
    if (next === undefined) return;
    if (by > 0 && here >= 0) onPassed(cursor, next);
    focusOn(next);
  };

  const screen = (by: 1 | -1) => {
    const element = scroller.current;
    if (!element) return;
    const before = element.scrollTop;
    element.scrollTop += by * element.clientHeight * SCREEN;
    const isAtEdge = element.scrollTop === before;
    // After the current rows are rendered.
    requestAnimationFrame(() => {
      const seen = rows.findIndex(({ key }) => key === firstSeen(scroller.current));
      if (seen < 0) return;
      const from = rows.findIndex(({ key }) => key === cursor);
      const next = rows[screenStep({ by, from, seen, rows: rows.length, isAtEdge })]?.key;
      if (next === undefined) return;
      if (by > 0) onPassed(cursor, next);
      focusOn(next);
    });
  };

  const goToStart = () => {
    const [first] = rows;
    if (first === undefined) return;
    if (shown.state.foundOldest) focusOn(first.key);
    else reopen({ anchor: { date: new Date(0) }, stands: "quarter", linked: undefined, cursor: undefined });
  };

  const goToEnd = () => {
    const last = rows.at(-1);
    if (!session.isVisitor && kindOf(terms) !== "search") {
      const unread = unreadIn(terms, session.store.state);
      // If marking fails, the messages stay unread.
      session.readMarks.markAllRead(askedTerms(terms)).catch(() => {});
      onAllRead();
      if (unread.length >= MANY) offerUnread(session, unread);
    }
    if (!shown.state.foundNewest)
      return reopen({ anchor: "newest", stands: "quarter", linked: undefined, cursor: undefined });
    place.go({ at: "end" });
    if (last) focusOn(last.key);
    place.go({ at: "end" });
  };

  useCommand("nextRow", () => step(1));
  useCommand("previousRow", () => step(-1));
  useCommand("screenDown", () => screen(1));
  useCommand("screenUp", () => screen(-1));
  useCommand("first", goToStart);
  useCommand("last", goToEnd);

  return {
    goToEnd,
    act: (key, command) => {
      flushSync(() => setCursor(key));
      perform(command);
    },
  };
}

/** The first row that starts within the viewport. */
function firstSeen(scroller: HTMLDivElement | null): RowKey | undefined {
  if (!scroller) return undefined;
  const { top, bottom } = scroller.getBoundingClientRect();
  const rows = rowsIn(scroller);
  const first = rows.find((row) => messageOf(row).getBoundingClientRect().top >= top + 1);
  const seen = first && messageOf(first).getBoundingClientRect().top < bottom ? first : rows.at(-1);
  return seen && keyOf(seen);
}
