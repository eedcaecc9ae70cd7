/** Opens the menus of the sidebar. They are loaded on first use. */
import { attempt } from "../actions/attempt.ts";
import { withBasics } from "../parts/later.tsx";
import type { Session } from "../state/session.tsx";

const menus = () => withBasics(import("./organization-menus.ts"));

export const openOrganizationMenu = (session: Session): void =>
  void attempt(async () => (await menus()).openOrganizationMenu(session));

export const openPersonalMenu = (session: Session): void =>
  void attempt(async () => (await menus()).openPersonalMenu(session));

export const openHelpMenu = (session: Session): void => void attempt(async () => (await menus()).openHelpMenu(session));

/** The menus of the sidebar's rows. */
export const sidebarMenus = () => withBasics(import("./menus.ts"));
