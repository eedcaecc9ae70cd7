/** Opens the menus of the G key. They are loaded on first use. */
import { attempt } from "../actions/attempt.ts";
import type { Session } from "../state/session.tsx";

const menus = () => import("./organization-menus.ts");

export const openOrganizationMenu = (session: Session): void =>
  void attempt(async () => (await menus()).openOrganizationMenu(session));

export const openPersonalMenu = (session: Session): void =>
  void attempt(async () => (await menus()).openPersonalMenu(session));

export const openHelpMenu = (session: Session): void => void attempt(async () => (await menus()).openHelpMenu(session));
