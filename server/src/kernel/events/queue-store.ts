/** Stored queues: enough to resume them after a restart, or on another node. */
import { sql } from "kysely";
import type { RealmId, UserId } from "../api/ids.ts";
import { compiled, compiledChange } from "../db/compiled.ts";
import { isAnyOf, isAnyTextOf, isPostgres, json } from "../db/dialect.ts";
import type { Db, Tx } from "../db/handles.ts";
import { lockAccount } from "../limits/lock-account.ts";
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
  await insertedQueue(tx, { ...queue, options: json(queue.options), last_seen_at: nowSeconds });
}

type QueueRow = Omit<StoredQueue, "options"> & { options: string; last_seen_at: number };

const insertedQueue = compiledChange(
  (tx: Tx, { id, realm_id, user_id, options, position, lifespan_seconds, last_seen_at }: QueueRow) =>
    tx.insertInto("event_queue").values({ id, realm_id, user_id, options, position, lifespan_seconds, last_seen_at }),
);

/**
 * Ends an account's longest idle queues so that it can have one more. Returns their ids. The stored time of last use
 * may be a minute old; `seenAt` may know better.
 */
export async function endIdlestQueues(
  tx: Tx,
  userId: UserId,
  limit: number,
  seenAt: (id: string, stored: number) => number,
): Promise<string[]> {
  await lockAccount(tx, userId);
  const queues = await queuesOf(tx, { userId });
  if (queues.length < limit) return [];
  const byIdleness = queues
    .map(({ id, last_seen_at }) => ({ id, seen: seenAt(id, last_seen_at) }))
    .sort((a, b) => a.seen - b.seen);
  const ids = byIdleness.slice(0, queues.length + 1 - limit).map(({ id }) => id);
  await tx
    .deleteFrom("event_queue")
    .where(isAnyTextOf(tx, "id", ids))
    .execute();
  return ids;
}

const queuesOf = compiled((db, { userId }: { userId: UserId }) =>
  db.selectFrom("event_queue").select(["id", "last_seen_at"]).where("user_id", "=", userId).orderBy("position"),
);

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

/** Records each client's progress and last use. Never moves backwards: another node may know more. */
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

/** Which of these queues still exist. */
export async function existingQueues(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("event_queue")
    .select("id")
    .where(isAnyTextOf(db, "id", ids))
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Ends the queues of users who may no longer receive events; goes with an event's `silences` effect. */
export async function deleteQueuesOf(tx: Tx, users: readonly UserId[]): Promise<void> {
  await tx
    .deleteFrom("event_queue")
    .where(isAnyOf(tx, "user_id", users))
    .execute();
}

/** Ends all queues of an organization; goes with the `silencesAll` effect. */
export async function deleteQueuesIn(tx: Tx, realmId: RealmId): Promise<void> {
  await tx.deleteFrom("event_queue").where("realm_id", "=", realmId).execute();
}

/** Deletes queues that were not used during their lifespan. */
export async function deleteExpiredQueues(
  tx: Tx,
  nowSeconds: number,
  { ids }: { ids?: readonly string[] } = {},
): Promise<void> {
  if (ids?.length === 0) return;
  await tx
    .deleteFrom("event_queue")
    .where((eb) => eb(eb("last_seen_at", "+", eb.ref("lifespan_seconds")), "<=", nowSeconds))
    .$if(ids !== undefined, (query) => query.where(isAnyTextOf(tx, "id", ids ?? [])))
    .execute();
}

/** Organizations with stored events that may no longer be needed. */
export async function realmsWithLog(db: Db): Promise<RealmId[]> {
  const rows = await db
    .selectFrom("realm_position")
    .select("realm_id")
    .whereRef("pruned_upto", "<", "position")
    .execute();
  return rows.map((row) => row.realm_id);
}

/** Ends the queues that are too far behind: their clients register again. */
export async function deleteOvertakenQueues(tx: Tx, mostBehind: number): Promise<void> {
  await tx
    .deleteFrom("event_queue")
    .where((eb) =>
      eb(
        "event_queue.position",
        "<",
        eb
          .selectFrom("realm_position")
          .select((log) => log("realm_position.position", "-", mostBehind).as("oldest"))
          .whereRef("realm_position.realm_id", "=", "event_queue.realm_id"),
      ),
    )
    .execute();
}

/** Ends the queues that have not come so far: their clients register again. */
export async function endQueuesBehind(tx: Tx, realmId: RealmId, position: number): Promise<void> {
  await tx.deleteFrom("event_queue").where("realm_id", "=", realmId).where("position", "<", position).execute();
}

/** The last event that was deleted. */
export async function prunedUpto(db: Db, realmId: RealmId): Promise<number> {
  const row = await db
    .selectFrom("realm_position")
    .select("pruned_upto")
    .where("realm_id", "=", realmId)
    .executeTakeFirstOrThrow();
  return row.pruned_upto;
}

/**
 * Deletes some of the events that no queue needs any more; returns whether there may be more. Recent ones stay for registrations in
 * progress.
 */
export async function pruneLog(
  tx: Tx,
  realmId: RealmId,
  { olderThanSeconds, most }: { readonly olderThanSeconds: number; readonly most: number },
): Promise<boolean> {
  const { pruned_upto, needed_after } = await tx
    .selectFrom("realm_position")
    .select((eb) => [
      "pruned_upto",
      eb.fn
        .coalesce(
          eb
            .selectFrom("event_queue")
            .select((queue) => queue.fn.min("event_queue.position").as("position"))
            .where("event_queue.realm_id", "=", realmId),
          "position",
        )
        .as("needed_after"),
    ])
    .where("realm_id", "=", realmId)
    .executeTakeFirstOrThrow();
  const { upto } = await tx
    .selectFrom("event")
    .select((eb) => eb.fn.max("position").as("upto"))
    .where("realm_id", "=", realmId)
    .where("position", ">", pruned_upto)
    .where("position", "<=", Math.min(needed_after, pruned_upto + most))
    .where("created_at", "<", olderThanSeconds)
    .executeTakeFirstOrThrow();
  if (upto === null || upto <= pruned_upto) return false;
  await tx
    .deleteFrom("event")
    .where("realm_id", "=", realmId)
    // PostgreSQL would walk over what earlier batches have deleted, until it is vacuumed.
    .where("position", ">", pruned_upto)
    .where("position", "<=", upto)
    .execute();
  await tx.updateTable("realm_position").set({ pruned_upto: upto }).where("realm_id", "=", realmId).execute();
  return upto === pruned_upto + most && upto < needed_after;
}
