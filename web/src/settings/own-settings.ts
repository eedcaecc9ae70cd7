/** The reader's own settings. */
import { settings } from "@parley/server/contract";
import { type Settings, settingsOf } from "../state/user-settings.ts";
import type { SettingSource } from "./setting.ts";

export const ownSettings: SettingSource<keyof Settings & string> = {
  operation: settings.updateSettings,
  read: (state, key) => settingsOf(state)[key],
  save: (connection, key, value) => connection.call(settings.updateSettings, { [key]: value }),
};
