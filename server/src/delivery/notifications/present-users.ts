/**
 * Determines who is present. A user is present if they have an event queue that receives messages, and were active
 * recently; an open window alone is not enough.
 */
import type { UserId } from "../../kernel/api/ids.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import type { Db } from "../../kernel/db/handles.ts";
import type { QueueOptions } from "../../kernel/events/queue.ts";
import { OFFLINE_AFTER_SECONDS } from "../../people/presence/contract.ts";

/** When each user's last event queue for messages expires; users without one are missing. */
export async function listeningUntil(db: Db, userIds: readonly UserId[], now: number): Promise<Map<UserId, number>> {
  const rows = await db
    .selectFrom("event_queue")
    .select(["user_id", "options", "last_seen_at", "lifespan_seconds"])
    .where(isAnyOf(db, "user_id", userIds))
    .execute();
  const until = new Map<UserId, number>();
  for (const { user_id, options, last_seen_at, lifespan_seconds } of rows) {
    const end = last_seen_at + lifespan_seconds;
    if (end <= now || !receivesMessages(options as QueueOptions)) continue;
    until.set(user_id, Math.max(end, until.get(user_id) ?? 0));
  }
  return until;
}

const receivesMessages = ({ event_types }: QueueOptions) => event_types === null || event_types.includes("message");

/** The users who are present now, and when they would stop being so without further activity. */
export async function presentUsers(db: Db, userIds: readonly UserId[], now: number): Promise<Map<UserId, number>> {
  const rows = await db
    .selectFrom("user_presence")
    .select("user_id")
    .where(isAnyOf(db, "user_id", userIds))
    .where("last_active_at", ">", now - OFFLINE_AFTER_SECONDS)
    .execute();
  if (rows.length === 0) return new Map();
  return listeningUntil(
    db,
    rows.map((row) => row.user_id),
    now,
  );
}
