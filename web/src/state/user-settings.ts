import type { State } from "@parley/client";
import type { userSettings } from "@parley/server/contract";

export type Settings = userSettings.UserSettings;

/** This client registers for everything, so all of them are present. */
export const settingsOf = (state: State): Settings => state.settings as Settings;
