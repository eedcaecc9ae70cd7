/** The keyboard cursor in a list: real focus, remembered in the history so that Back returns to it. */
import { useEffect, useRef, useState } from "react";
import { useCommand } from "../../keyboard/useCommand.ts";
import { router } from "../../state/place.ts";

export interface RowCursor {
  readonly key: string | undefined;
  /** Focuses a row that may appear only with the next render. */
  moveTo(key: string): void;
  /** Props for the row's link. */
  linkProps(key: string): {
    readonly "data-list-row": string;
    readonly tabIndex: 0 | -1;
    readonly onFocus: () => void;
  };
}

const REMEMBERED = "row";

export const isOnRow = (): boolean => document.activeElement?.hasAttribute("data-list-row") ?? false;

export function useRowCursor(keys: readonly string[]): RowCursor {
  const [chosen, setChosen] = useState(() => router.recall(REMEMBERED) as string | undefined);
  const isFirst = useRef(true);
  const isMoving = useRef(false);
  const key = chosen !== undefined && keys.includes(chosen) ? chosen : keys[0];
  const choose = (next: string) => {
    setChosen(next);
    router.remember(REMEMBERED, next);
  };
  const focus = (next: string | undefined) => {
    if (next === undefined) return false;
    // A distant row is rendered when the cursor moves to it.
    isMoving.current = !focusRow(next);
    choose(next);
    return true;
  };
  const step = (by: number) => {
    const at = key === undefined ? -1 : keys.indexOf(key);
    return focus(isOnRow() ? keys[Math.min(Math.max(at + by, 0), keys.length - 1)] : key);
  };
  useCommand("nextRow", () => step(1));
  useCommand("previousRow", () => step(-1));
  useCommand("screenDown", () => step(rowsOnScreen()));
  useCommand("screenUp", () => step(-rowsOnScreen()));
  useCommand("first", () => focus(keys[0]));
  useCommand("last", () => focus(keys.at(-1)));
  useEffect(() => {
    if (key === undefined) return;
    // A list takes the focus when it opens, unless something else has it; the list itself scrolls.
    if (isFirst.current && document.activeElement === document.body) focusRow(key, { preventScroll: true });
    if (isMoving.current) focusRow(key);
    isFirst.current = false;
    isMoving.current = false;
  }, [key]);
  return {
    key,
    moveTo: (next) => {
      isMoving.current = true;
      choose(next);
    },
    linkProps: (row) => ({ "data-list-row": row, tabIndex: row === key ? 0 : -1, onFocus: () => choose(row) }),
  };
}

/** One less than fits, for orientation. */
function rowsOnScreen(): number {
  const height = document.activeElement?.getBoundingClientRect().height ?? 0;
  return height > 0 ? Math.max(1, Math.floor(window.innerHeight / height) - 1) : 1;
}

function focusRow(key: string, options?: FocusOptions): boolean {
  const row = document.querySelector<HTMLElement>(`[data-list-row="${CSS.escape(key)}"]`);
  row?.focus(options);
  return row !== null;
}
