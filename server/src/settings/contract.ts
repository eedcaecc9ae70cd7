/** A user's own settings, in the words of the wire. */
import { list, operation, optional, type Shape, strictObject, text } from "../api/index.ts";
import { fieldsOf, paramsOf, type SettingsTable } from "./setting.ts";
import { userSettings } from "./user-settings.ts";

const table = userSettings as unknown as SettingsTable;

export const updateSettings = operation({
  method: "PATCH",
  path: "/settings",
  summary: "Change your own settings.",
  gate: "human",
  params: { ...paramsOf(userSettings), full_name: optional(text()) },
  response: {},
});

export const userSettingsShape: Shape = {
  ...fieldsOf(table),
  emojiset_choices: list(strictObject({ key: text(), text: text() })),
  available_notification_sounds: list(text()),
};

export const userSettingsState = { user_settings: strictObject(userSettingsShape) };
export const userDefaultsState = { realm_user_settings_defaults: strictObject(userSettingsShape) };
