/** Custom emoji: pictures that the organization adds to the picker. */
import type { SettingsPage } from "../../page.ts";

export const customEmojiPage: SettingsPage = {
  address: { kind: "organization", section: "emoji-settings" },
  name: "address.emoji",
  about: "customEmoji.about",
  icon: "smile",
  groups: [],
  landmarks: [{ key: "add-emoji", label: "customEmoji.add", words: "customEmoji.addWords" }],
  load: () => import("./CustomEmoji.tsx").then(({ CustomEmoji }) => CustomEmoji),
};
