import { anything, type EventBody, event, oneOf, optional, text, typed } from "../../kernel/api/index.ts";
import type { UserSettingName, UserSettings } from "../../organization/settings/user-settings.ts";

const change = {
  property: typed<UserSettingName, false>(text()),
  value: typed<UserSettings[UserSettingName], false>(anything()),
};

/** Sent to the user. */
export const userSettingsEvent = event("user_settings", {
  op: oneOf("update"),
  ...change,
  language_name: optional(text()),
});

const forOlderClients = {
  shape: (body: EventBody, client: { capabilities: { user_settings_object: boolean } }): EventBody[] =>
    client.capabilities.user_settings_object ? [] : [body],
};

/** Sent to the user, for clients that do not read user_settings. */
export const displaySettingsEvent = event(
  "update_display_settings",
  { user: text(), setting_name: text(), setting: anything(), language_name: optional(text()) },
  forOlderClients,
);
export const globalNotificationsEvent = event(
  "update_global_notifications",
  { user: text(), notification_name: text(), setting: anything() },
  forOlderClients,
);

/** Sent to everyone: a changed default for new users. */
export const userDefaultsEvent = event("realm_user_settings_defaults", { op: oneOf("update"), ...change });
