import type { presence, ValueOf } from "@parley/server/contract";
import type { Snapshot } from "../types.ts";
import { part } from "./part.ts";

export type PresenceTimes = ValueOf<typeof presence.presenceTimes>;

/**
 * When people were last active, by user id. Events report only people who become active, so clients that show presence
 * call `updatePresence` once a minute; its response has the same form.
 */
export type PresenceState = ReadonlyMap<number, PresenceTimes>;

type PresenceSnapshot = NonNullable<Snapshot["presences"]>;

/** The legacy format, which clients must request, is ignored. */
const times = (presences: PresenceSnapshot = {}): [number, PresenceTimes][] =>
  Object.entries(presences).flatMap(([id, each]) => ("active_timestamp" in each ? [[Number(id), each]] : []));

export const presencePart = part<PresenceState>({
  from: (snapshot) => new Map(times(snapshot.presences)),
  on: { presence: (state, { presences }) => new Map([...state, ...times(presences)]) },
});
