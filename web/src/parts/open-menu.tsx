/**
 * One menu for many rows: a list of hundreds needs no menu of its own in each of them. It opens at the button that was
 * pressed, or where the other button of the pointer was.
 */
import { type KeyboardEvent, useRef, useSyncExternalStore } from "react";
import { Popover } from "react-aria-components/Popover";
import { type MenuRow, MenuRows } from "./Menu.tsx";

type Anchor = Element | { readonly x: number; readonly y: number };

interface Opened {
  readonly label: string;
  readonly rows: readonly MenuRow[];
  readonly anchor: Anchor;
  /** What ← and → lead to, of menus that stand beside one another. */
  readonly beside?: { readonly left?: () => void; readonly right?: () => void };
}

let current: Opened | undefined;
const listeners = new Set<() => void>();

function show(next: Opened | undefined): void {
  current = next;
  for (const listener of listeners) listener();
}

export const openMenu = (
  label: string,
  rows: readonly MenuRow[],
  anchor: Anchor,
  beside: NonNullable<Opened["beside"]> = {},
): void => show({ label, rows, anchor, beside });

export function OpenedMenu() {
  const menu = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
  return menu ? <Shown key={menu.label} menu={menu} /> : null;
}

function Shown({ menu: { label, rows, anchor, beside } }: { readonly menu: Opened }) {
  const point = useRef<HTMLSpanElement>(null);
  const element = useRef(anchor instanceof Element ? anchor : null);
  const close = () => show(undefined);
  const place = (span: HTMLSpanElement | null) => {
    point.current = span;
    if (!span || anchor instanceof Element) return;
    span.style.setProperty("inset-inline-start", "auto");
    span.style.left = `${anchor.x}px`;
    span.style.top = `${anchor.y}px`;
  };
  const sideways = (event: KeyboardEvent) => {
    const go = event.key === "ArrowLeft" ? beside?.left : event.key === "ArrowRight" ? beside?.right : undefined;
    if (!go) return;
    event.preventDefault();
    go();
  };
  return (
    <>
      <span className="menu-point" ref={place} />
      <Popover
        className="pop menu"
        triggerRef={anchor instanceof Element ? element : point}
        placement={anchor instanceof Element ? "bottom end" : "bottom start"}
        offset={4}
        isOpen
        onOpenChange={(isOpen) => !isOpen && close()}
      >
        <div onKeyDownCapture={sideways}>
          <MenuRows label={label} rows={rows} onClose={close} />
        </div>
      </Popover>
    </>
  );
}
