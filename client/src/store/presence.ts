import type { presence, ValueOf } from "@parley/server/contract";
import type { Snapshot } from "../types.ts";
import { part } from "./part.ts";

export type PresenceTimes = ValueOf<typeof presence.presenceTimes>;

/**
 * When people were last here, by user id. Events tell only of those who come; whoever shows it asks once a minute with
 * `updatePresence`, whose answer has the same form.
 */
export type PresenceState = ReadonlyMap<number, PresenceTimes>;

type PresenceSnapshot = NonNullable<Snapshot["presences"]>;

/** Of the form that older clients know, which they have to ask for, nothing is kept. */
const times = (presences: PresenceSnapshot = {}): [number, PresenceTimes][] =>
  Object.entries(presences).flatMap(([id, each]) => ("active_timestamp" in each ? [[Number(id), each]] : []));

export const presencePart = part<PresenceState>({
  from: (snapshot) => new Map(times(snapshot.presences)),
  on: { presence: (state, { presences }) => new Map([...state, ...times(presences)]) },
});
