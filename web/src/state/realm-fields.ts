import type { State } from "@parley/client";

/** The organization's settings and the server's limits, under their names in the registration response. */
export type RealmFields = { readonly [K in keyof State["realm"]]-?: Exclude<State["realm"][K], undefined> };

/** This client registers for everything, so all of them are present. */
export const realmField = <K extends keyof RealmFields>(state: State, name: K): RealmFields[K] =>
  state.realm[name] as RealmFields[K];
