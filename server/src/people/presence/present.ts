/** Presence in the API's modern and older formats. */
import type { ShapeOf, ValueOf } from "../../kernel/api/index.ts";
import type { Realm } from "../../kernel/context.ts";
import { dummyEmail } from "../users/access/unknown.ts";
import type { Access } from "../users/access/viewer.ts";
import { apiEmail, type UserRow } from "../users/present.ts";
import { OFFLINE_AFTER_SECONDS, type presenceState, type presenceTimes } from "./contract.ts";

export interface Times {
  readonly last_connected_at: number;
  readonly last_active_at: number | null;
  /** Used for a user who was never active. */
  readonly date_joined: number;
}

type Presences = ShapeOf<typeof presenceState>["presences"];

/** Clients report activity a little later than the connection. */
const ACTIVE_OFFSET_SECONDS = 70;
const CLIENT = "website";

export const presentTimes = (times: Times): ValueOf<typeof presenceTimes> => ({
  active_timestamp: times.last_active_at ?? times.date_joined,
  idle_timestamp: times.last_connected_at,
});

/** Active, with the time of activity, or idle, with the time of the connection. */
function presentStatus(times: Times) {
  const { active_timestamp, idle_timestamp } = presentTimes(times);
  const isActive = active_timestamp + ACTIVE_OFFSET_SECONDS >= idle_timestamp;
  const status: "active" | "idle" = isActive ? "active" : "idle";
  return { status, timestamp: isActive ? active_timestamp : idle_timestamp };
}

export const presentClient = (times: Times) => ({ client: CLIENT, ...presentStatus(times), pushable: false });

export const byId = (rows: readonly (Times & { user_id: number })[]): Presences =>
  Object.fromEntries(rows.map((row) => [row.user_id, presentTimes(row)]));

type PresenceUser = Pick<UserRow, "delivery_email" | "bot_type" | "settings">;

/** Inaccessible users are listed by their dummy address. */
export function byEmail(
  realm: Realm,
  rows: readonly (Times & PresenceUser & { user_id: number })[],
  isAccessible: Access,
): Presences {
  return Object.fromEntries(
    rows.map((row) => {
      const aggregated = { client: CLIENT, ...presentStatus(row) };
      const user = { ...row, id: row.user_id };
      const email = isAccessible(user) ? apiEmail(realm, user) : dummyEmail(realm, user.id);
      return [email, { aggregated, website: presentClient(row) }];
    }),
  );
}

/** One user's presence at this time. */
export function presentNow(times: Times, now: number) {
  const website = presentStatus(times);
  const isGone = now - website.timestamp > OFFLINE_AFTER_SECONDS;
  return { aggregated: isGone ? { ...website, status: "offline" as const } : website, website };
}
