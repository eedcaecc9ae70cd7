/** Default channels: where new people are subscribed, and sets of channels that they can choose. */
import { holderOf } from "@parley/client";
import { isGuest } from "@parley/server/kernel/access/roles.ts";
import type { SettingsPage } from "../../page.ts";

export const defaultChannelsPage: SettingsPage = {
  address: { kind: "organization", section: "default-channels-list" },
  name: "address.defaultChannels",
  about: "defaultChannels.about",
  icon: "hash",
  // The server does not tell guests.
  isFor: (state) => !isGuest(holderOf(state)),
  groups: [],
  landmarks: [
    { key: "default-channels", label: "address.defaultChannels", words: "defaultChannels.words" },
    { key: "default-groups", label: "defaultChannels.groups", words: "defaultChannels.groupsWords" },
  ],
  load: () => import("./DefaultChannels.tsx").then(({ DefaultChannels }) => DefaultChannels),
};
