/** The reader's and the organization's settings, typed. */
import type { State } from "@parley/client";
import type { Clock } from "../text/dates.ts";
import { type RealmFields, realmField } from "./realm-fields.ts";
import { useStore } from "./store.ts";
import { type Settings, settingsOf } from "./user-settings.ts";

export const useSetting = <K extends keyof Settings>(name: K): Settings[K] =>
  useStore((state) => settingsOf(state)[name]);

export { type RealmFields, realmField } from "./realm-fields.ts";
export { type Settings, settingsOf } from "./user-settings.ts";

export const useRealm = <K extends keyof RealmFields>(name: K): RealmFields[K] =>
  useStore((state) => realmField(state, name));

let lastClock: Clock = { timeZone: "", is24Hours: true };

/** How this reader reads times; the same object until it changes, since every message uses it. */
export function clockOf(state: State): Clock {
  const { timezone: timeZone, twenty_four_hour_time: is24Hours } = settingsOf(state);
  if (lastClock.timeZone !== timeZone || lastClock.is24Hours !== is24Hours) lastClock = { timeZone, is24Hours };
  return lastClock;
}

export const useClock = (): Clock => useStore(clockOf);
