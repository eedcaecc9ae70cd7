/** Roving focus: one tab stop for the whole list; arrows move between rows, and expand or collapse. */
import { type KeyboardEvent, type RefObject, useEffect } from "react";

const ROWS = "[data-row]";
/** At least this much beyond the viewport is rendered. */
const NEAR_PX = 400;

const rowsIn = (list: Element): HTMLElement[] =>
  [...list.querySelectorAll<HTMLElement>(ROWS)].filter((row) => row.offsetParent !== null);

/** Keeps exactly one row in the tab order: the last focused one, else the current one, else the first. */
export function useOneStop(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const settle = (wanted?: Element | null) => {
      const stops = [...element.querySelectorAll<HTMLElement>(`${ROWS}[tabindex="0"]`)];
      const stop = wanted ?? stops[0] ?? element.querySelector("[aria-current=page]") ?? element.querySelector(ROWS);
      for (const other of stops) if (other !== stop) other.tabIndex = -1;
      if (stop instanceof HTMLElement) stop.tabIndex = 0;
    };
    settle();
    const observer = new MutationObserver(() => settle());
    observer.observe(element, { childList: true, subtree: true });
    const onFocus = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest(ROWS) : null;
      if (row) settle(row);
    };
    element.addEventListener("focusin", onFocus);
    return () => {
      observer.disconnect();
      element.removeEventListener("focusin", onFocus);
    };
  }, [list]);
}

export function focusFirstRow(list: Element | null): void {
  if (list) rowsIn(list)[0]?.focus();
}

/** In long lists the ends may not be rendered: scroll there first. */
function focusEnd(list: HTMLElement, at: 0 | -1): void {
  const goal = at === 0 ? 0 : list.scrollHeight - list.clientHeight;
  const focus = () => rowsIn(list).at(at)?.focus();
  const isNear = Math.abs(list.scrollTop - goal) < NEAR_PX;
  list.scrollTop = goal;
  if (isNear) focus();
  // Rows render on the scroll event, before the next frame.
  else requestAnimationFrame(() => requestAnimationFrame(focus));
}

/** Arrows, Home and End; ← collapses or goes to the heading, → expands or goes to the row's menu. */
export function moveByKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const list = event.currentTarget;
  const { target } = event;
  if (!(target instanceof HTMLElement)) return;
  const row = target.closest<HTMLElement>(ROWS) ?? target.parentElement?.querySelector<HTMLElement>(ROWS);
  if (!row) return;
  const rows = rowsIn(list);
  const at = rows.indexOf(row);
  const next = nextOf(event.key, rows, at, row, target);
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  if (next === "toggle") foldingOf(row)?.click();
  else if (next === "first") focusEnd(list, 0);
  else if (next === "last") focusEnd(list, -1);
  else next.focus();
}

const foldingOf = (row: HTMLElement): HTMLElement | null =>
  row.matches("[data-fold]") ? row : (row.parentElement?.querySelector<HTMLElement>("[data-fold]") ?? null);

function nextOf(key: string, rows: readonly HTMLElement[], at: number, row: HTMLElement, target: HTMLElement) {
  const fold = foldingOf(row);
  const isOpen = fold?.getAttribute("aria-expanded") === "true";
  switch (key) {
    case "ArrowDown":
      return rows[at + 1];
    case "ArrowUp":
      return rows[at - 1];
    case "Home":
      return "first";
    case "End":
      return "last";
    case "ArrowLeft":
      if (target !== row) return row;
      if (fold && isOpen) return "toggle";
      return row.closest("li, .sec")?.parentElement?.closest("li, .sec")?.querySelector<HTMLElement>(ROWS);
    case "ArrowRight":
      if (fold && !isOpen) return "toggle";
      return row.parentElement?.querySelector<HTMLElement>(".row-more");
    default:
      return undefined;
  }
}
