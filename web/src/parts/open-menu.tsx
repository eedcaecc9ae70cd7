/**
 * One shared menu, so that lists with hundreds of rows need no menu in each. Opens at the pressed button or the
 * pointer.
 */
import { useSyncExternalStore } from "react";
import { useCommand } from "../keyboard/useCommand.ts";
import { later } from "./later.tsx";
import type { MenuRow } from "./Menu.tsx";
import { Overlay } from "./Overlay.tsx";

export type MenuAnchor = Element | { readonly x: number; readonly y: number };

const ShownMenu = later(() => import("./ShownMenu.tsx").then((loaded) => loaded.ShownMenu));

export interface OpenedMenuState {
  readonly label: string;
  readonly rows: readonly MenuRow[];
  readonly anchor: MenuAnchor;
  /** What ← and → open, for adjacent menus. */
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
  anchor: MenuAnchor,
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
  // Until it is loaded and has the focus, the key would go to the view behind it.
  useCommand("escape", closeMenu, { isEnabled: menu !== undefined });
  return <Overlay onClose={closeMenu}>{menu && <ShownMenu key={menu.label} menu={menu} />}</Overlay>;
}
