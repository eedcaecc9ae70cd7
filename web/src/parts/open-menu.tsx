/**
 * One menu for many rows: a list of hundreds needs no menu of its own in each of them. It opens at the button that was
 * pressed, or where the other button of the pointer was.
 */
import { useSyncExternalStore } from "react";
import { later } from "./later.tsx";
import type { MenuRow } from "./Menu.tsx";

type Anchor = Element | { readonly x: number; readonly y: number };

const ShownMenu = later(() => import("./ShownMenu.tsx").then((loaded) => loaded.ShownMenu));

export interface OpenedMenuState {
  readonly label: string;
  readonly rows: readonly MenuRow[];
  readonly anchor: Anchor;
  /** What ← and → lead to, of menus that stand beside one another. */
  readonly beside?: { readonly left?: () => void; readonly right?: () => void };
}

let current: OpenedMenuState | undefined;
const listeners = new Set<() => void>();

function show(next: OpenedMenuState | undefined): void {
  current = next;
  for (const listener of listeners) listener();
}

export const openMenu = (
  label: string,
  rows: readonly MenuRow[],
  anchor: Anchor,
  beside: NonNullable<OpenedMenuState["beside"]> = {},
): void => show({ label, rows, anchor, beside });

export const closeMenu = (): void => show(undefined);

export function OpenedMenu() {
  const menu = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
  return menu ? <ShownMenu key={menu.label} menu={menu} /> : null;
}
