/** Services that post into channels, and the addresses that they call. */
import { holderOf } from "@parley/client";
import { isGuest } from "@parley/server/kernel/access/roles.ts";
import type { SettingsPage } from "../page.ts";

export const integrationsPage: SettingsPage = {
  address: { kind: "settings", section: "integrations" },
  name: "address.integrations",
  about: "bots.integrationsAbout",
  icon: "link",
  isFor: (state) => !isGuest(holderOf(state)),
  groups: [],
  landmarks: [{ key: "integrations", label: "address.integrations", words: "bots.integrationsWords" }],
  load: () => import("./Integrations.tsx").then(({ Integrations }) => Integrations),
};
