import { snapshotPart } from "../feature.ts";
import { userDefaultsState, userSettingsState } from "./contract.ts";

const CHOICES = {
  emojiset_choices: [
    { key: "google", text: "Google" },
    { key: "twitter", text: "Twitter" },
    { key: "text", text: "Plain text" },
    { key: "google-blob", text: "Google blobs" },
  ],
  available_notification_sounds: ["ding", "zulip"],
};

export const userSettingsSnapshot = snapshotPart("user_settings", userSettingsState, async ({ user }) => ({
  user_settings: { ...user.settings, ...CHOICES },
}));

export const userDefaultsSnapshot = snapshotPart(
  "realm_user_settings_defaults",
  userDefaultsState,
  async ({ realm }) => ({
    realm_user_settings_defaults: { ...realm.userDefaults, ...CHOICES },
  }),
);
