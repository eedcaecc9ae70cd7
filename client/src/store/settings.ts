import type { EventOf, settingsEvents } from "@parley/server/contract";
import type { Snapshot } from "../types.ts";
import { part } from "./part.ts";

/** The settings that the registration included. */
export type SettingsState = Readonly<Partial<NonNullable<Snapshot["user_settings"]>>>;

type SettingChange = Pick<EventOf<typeof settingsEvents.userSettingsEvent>, "property" | "value">;

const withSetting = (state: SettingsState, { property, value }: SettingChange) => ({ ...state, [property]: value });

/** The user's own settings. */
export const settingsPart = part<SettingsState>({
  from: (snapshot) => snapshot.user_settings ?? {},
  on: { user_settings: { update: withSetting } },
});

/** The organization's defaults for new users' settings. */
export const userDefaultsPart = part<SettingsState>({
  from: (snapshot) => snapshot.realm_user_settings_defaults ?? {},
  on: { realm_user_settings_defaults: { update: withSetting } },
});
