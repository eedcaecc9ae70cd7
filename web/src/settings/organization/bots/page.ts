/** Everyone's bots. */
import type { SettingsPage } from "../../page.ts";

export const allBotsPage: SettingsPage = {
  address: { kind: "organization", section: "bots", tab: "all-bots" },
  name: "address.bots",
  about: "allBots.about",
  icon: "bot",
  groups: [],
  load: () => import("./AllBots.tsx").then(({ AllBots }) => AllBots),
};
