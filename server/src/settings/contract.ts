/** A user's own settings, in the words of the wire. */
import { list, operation, optional, type Shape, strictObject, text } from "../api/index.ts";
import { EmailChangesDisabled } from "../email-change/errors.ts";
import { fieldsOf, paramsOf } from "./setting.ts";
import { namesWithLegacy, userSettings } from "./user-settings.ts";

export const updateSettings = operation({
  method: "PATCH",
  path: "/settings",
  summary: "Change your own settings.",
  gate: "human",
  params: {
    ...paramsOf(userSettings),
    full_name: optional(text({ nullBytes: true })),
    email: optional(text(), { note: "Changed when a link that is mailed there has been opened." }),
  },
  response: {},
  errors: [EmailChangesDisabled],
});

const emojisets = { emojiset_choices: list(strictObject({ key: text(), text: text() })) };
const sounds = { available_notification_sounds: list(text()) };
export const userSettingsShape: Shape = { ...fieldsOf(userSettings), ...emojisets, ...sounds };

/** Clients read a default for every setting but this one, also where the organization cannot choose it. */
const { timezone: _, ...settingsWithDefault } = userSettings;
const userDefaultsShape: Shape = { ...fieldsOf(settingsWithDefault), ...emojisets, ...sounds };

export const userSettingsState = { user_settings: strictObject(userSettingsShape) };
export const userDefaultsState = { realm_user_settings_defaults: strictObject(userDefaultsShape) };

/** What older clients read at the top level. */
const legacy = (name: Parameters<typeof namesWithLegacy>[0]) =>
  fieldsOf(Object.fromEntries(namesWithLegacy(name).map((each) => [each, userSettings[each]])));
export const displayState: Shape = { ...legacy("update_display_settings"), ...emojisets };
export const notificationState: Shape = { ...legacy("update_global_notifications"), ...sounds };
