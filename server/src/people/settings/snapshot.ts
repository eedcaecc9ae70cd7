import type { User } from "../../kernel/context.ts";
import { commonSnapshotPart, openSnapshotPart, type SnapshotPart } from "../../kernel/feature.ts";
import { NOTIFICATION_SOUNDS, namesWithLegacy } from "../../organization/settings/user-settings.ts";
import { displayState, notificationState, userDefaultsState, userSettingsState } from "./contract.ts";

const EMOJISETS = {
  emojiset_choices: [
    { key: "google", text: "Google" },
    { key: "twitter", text: "Twitter" },
    { key: "text", text: "Plain text" },
    { key: "google-blob", text: "Google blobs" },
  ],
};
const SOUNDS = { available_notification_sounds: NOTIFICATION_SOUNDS };
const CHOICES = { ...EMOJISETS, ...SOUNDS };

export const userSettingsSnapshot = openSnapshotPart("user_settings", userSettingsState, async ({ user }) => ({
  user_settings: { ...user.settings, ...CHOICES },
}));

export const userDefaultsSnapshot = commonSnapshotPart(
  openSnapshotPart("realm_user_settings_defaults", userDefaultsState, async ({ realm }) => {
    const { timezone: _, ...defaults } = realm.userDefaults;
    return { realm_user_settings_defaults: { ...defaults, ...CHOICES } };
  }),
);

/** The settings at the top level, for clients that do not read user_settings. */
function legacyPart(
  name: "update_display_settings" | "update_global_notifications",
  fields: typeof displayState,
  choices: object,
): SnapshotPart {
  const names = namesWithLegacy(name);
  const ownOf = ({ settings }: User) => Object.fromEntries(names.map((each) => [each, settings[each]]));
  return openSnapshotPart(name, fields, async ({ user }, { profile }) =>
    profile.capabilities.user_settings_object ? {} : { ...ownOf(user), ...choices },
  );
}

export const displaySettingsSnapshot = legacyPart("update_display_settings", displayState, EMOJISETS);
export const notificationSettingsSnapshot = legacyPart("update_global_notifications", notificationState, SOUNDS);
