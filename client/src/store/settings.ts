import { part } from "./part.ts";

export type SettingsState = Readonly<Record<string, unknown>>;

/** The user's own settings. */
export const settingsPart = part<SettingsState>({
  from: (snapshot) => snapshot.user_settings ?? {},
  apply: (state, event) =>
    event.type === "user_settings" && event.op === "update"
      ? { ...state, [event.property as string]: event.value }
      : state,
});

/** What the organization has chosen for the settings of new users. */
export const userDefaultsPart = part<SettingsState>({
  from: (snapshot) => snapshot.realm_user_settings_defaults ?? {},
  apply: (state, event) =>
    event.type === "realm_user_settings_defaults" && event.op === "update"
      ? { ...state, [event.property as string]: event.value }
      : state,
});
