import type { presence, ValueOf } from "@parley/server/contract";
import { part } from "./part.ts";

export type PresenceTimes = ValueOf<typeof presence.presenceTimes>;

/**
 * When people were last here, by user id. Events tell only of those who come; whoever shows it asks once a minute with
 * `updatePresence`, whose answer has the same form.
 */
export type PresenceState = ReadonlyMap<number, PresenceTimes>;

const times = (presences: unknown): [number, PresenceTimes][] =>
  Object.entries((presences ?? {}) as Record<string, PresenceTimes>).map(([id, each]) => [Number(id), each]);

export const presencePart = part<PresenceState>({
  from: (snapshot) => new Map(times(snapshot.presences)),
  apply: (state, event) => (event.type === "presence" ? new Map([...state, ...times(event.presences)]) : state),
});
