/** The reader's own bots. */
import { holderOf, realmSettings, type State } from "@parley/client";
import { isGuest } from "@parley/server/kernel/access/roles.ts";
import { canCreateBot } from "@parley/server/people/bots/permissions.ts";
import type { SettingsPage } from "../page.ts";

export const BOT_TYPES = [
  { type: 1, label: "bots.generic", help: "bots.genericHelp" },
  { type: 2, label: "bots.incoming", help: "bots.incomingHelp" },
  { type: 3, label: "bots.outgoing", help: "bots.outgoingHelp" },
] as const;

/** The types of bots that the reader may create. */
export const typesToCreate = (state: State) =>
  BOT_TYPES.filter(({ type }) => canCreateBot(holderOf(state), realmSettings(state), type));

export const botsPage: SettingsPage = {
  address: { kind: "settings", section: "bots" },
  name: "bots.title",
  about: "bots.about",
  icon: "bot",
  isFor: (state) => !isGuest(holderOf(state)),
  groups: [],
  landmarks: [{ key: "new-bot", label: "bots.create", words: "bots.createWords" }],
  load: () => import("./Bots.tsx").then(({ Bots }) => Bots),
};
