/** What is stored of queues: enough to serve them again after a restart, or from another node. */
import { sql } from "kysely";
import type { RealmId, UserId } from "../api/ids.ts";
import { isPostgres, json } from "../db/dialect.ts";
import type { Db, Tx } from "../db/handles.ts";
import type { QueueOptions } from "./queue.ts";

export interface StoredQueue {
  id: string;
  realm_id: RealmId;
  user_id: UserId;
  options: QueueOptions;
  position: number;
  lifespan_seconds: number;
}

export async function insertQueue(tx: Tx, queue: StoredQueue, nowSeconds: number): Promise<void> {
  await tx
    .insertInto("event_queue")
    .values({ ...queue, options: json(queue.options), last_seen_at: nowSeconds })
    .execute();
}

export async function storedQueue(db: Db, id: string): Promise<StoredQueue | undefined> {
  const row = await db
    .selectFrom("event_queue")
    .select(["id", "realm_id", "user_id", "options", "position", "lifespan_seconds"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row as StoredQueue | undefined;
}

export async function deleteQueue(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("event_queue").where("id", "=", id).execute();
}

/** Records how far each client has come and that it was here. Never moves backwards: another node may know more. */
export async function recordProgress(
  tx: Tx,
  queues: readonly { id: string; position: number; seen_at: number }[],
): Promise<void> {
  const rows = JSON.stringify(queues);
  if (isPostgres(tx))
    await sql`
      update event_queue set position = greatest(event_queue.position, progress.position),
        last_seen_at = greatest(event_queue.last_seen_at, progress.seen_at)
      from json_to_recordset(${rows}::json) as progress(id text, position bigint, seen_at bigint)
      where event_queue.id = progress.id`.execute(tx);
  else
    await sql`
      update event_queue set position = max(event_queue.position, progress.value ->> 'position'),
        last_seen_at = max(event_queue.last_seen_at, progress.value ->> 'seen_at')
      from json_each(${rows}) as progress
      where event_queue.id = progress.value ->> 'id'`.execute(tx);
}

/** Removes queues that nobody has asked for during their lifetime; answers with their ids. */
export async function deleteExpiredQueues(tx: Tx, nowSeconds: number, graceSeconds: number): Promise<string[]> {
  const rows = await tx
    .deleteFrom("event_queue")
    .where((eb) => eb(eb("last_seen_at", "+", eb.ref("lifespan_seconds")), "<=", nowSeconds - graceSeconds))
    .returning("id")
    .execute();
  return rows.map((row) => row.id);
}

/** Removes events that no queue can ask for any more. Recent ones stay for a registration that is just being made. */
export async function pruneLog(tx: Tx, olderThanSeconds: number): Promise<void> {
  const realms = await tx
    .selectFrom("realm_position")
    .leftJoin("event_queue", "event_queue.realm_id", "realm_position.realm_id")
    .groupBy(["realm_position.realm_id", "realm_position.position", "realm_position.pruned_upto"])
    .select((eb) => [
      "realm_position.realm_id",
      "realm_position.pruned_upto",
      eb.fn.coalesce(eb.fn.min("event_queue.position"), "realm_position.position").as("needed_after"),
    ])
    .execute();
  for (const { realm_id, pruned_upto, needed_after } of realms) {
    if (needed_after <= pruned_upto) continue;
    const removed = await tx
      .deleteFrom("event")
      .where("realm_id", "=", realm_id)
      .where("position", ">", pruned_upto)
      .where("position", "<=", needed_after)
      .where("created_at", "<", olderThanSeconds)
      .returning("position")
      .execute();
    const last = removed.reduce((max, row) => Math.max(max, row.position), pruned_upto);
    if (last > pruned_upto)
      await tx.updateTable("realm_position").set({ pruned_upto: last }).where("realm_id", "=", realm_id).execute();
  }
}
