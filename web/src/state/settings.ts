/** The reader's settings and the organization's, with their types. */
import type { State } from "@parley/client";
import type { userSettings } from "@parley/server/contract";
import type { Clock } from "../text/dates.ts";
import { type RealmFields, realmField } from "./realm-fields.ts";
import { useStore } from "./store.ts";

export type Settings = userSettings.UserSettings;

export const settingsOf = (state: State): Settings => state.settings as Settings;

export const useSetting = <K extends keyof Settings>(name: K): Settings[K] =>
  useStore((state) => settingsOf(state)[name]);

export { type RealmFields, realmField } from "./realm-fields.ts";

export const useRealm = <K extends keyof RealmFields>(name: K): RealmFields[K] =>
  useStore((state) => realmField(state, name));

/** How this reader reads times. */
export function useClock(): Clock {
  const timeZone = useSetting("timezone");
  const is24Hours = useSetting("twenty_four_hour_time");
  return { timeZone, is24Hours };
}
