import { sql } from "kysely";
import type { MessageId, RealmId, RecipientId, TopicId, UserId } from "../../kernel/api/ids.ts";
import { isAnyOf, isPostgres, numberRows } from "../../kernel/db/dialect.ts";
import type { Db, Tx } from "../../kernel/db/handles.ts";

/** The message up to which the organization's notifications have been decided. */
export async function progressOf(db: Db, realmId: RealmId): Promise<MessageId | undefined> {
  const row = await db
    .selectFrom("notification_progress")
    .select("upto_message_id")
    .where("realm_id", "=", realmId)
    .executeTakeFirst();
  return row?.upto_message_id;
}

export interface Progress {
  readonly upto_message_id: MessageId;
  /** For one later message to very many users: those up to this user have been notified. */
  readonly told_message_id: MessageId | null;
  readonly told_user_id: UserId | null;
}

const NOTHING_TOLD: Progress = { upto_message_id: 0, told_message_id: null, told_user_id: null };

/** Reads the progress and locks it until the commit, so that only one of two nodes notifies about a message. */
export async function holdProgress(tx: Tx, realmId: RealmId): Promise<Progress> {
  const query = tx
    .selectFrom("notification_progress")
    .select(["upto_message_id", "told_message_id", "told_user_id"])
    .where("realm_id", "=", realmId);
  return (await (isPostgres(tx) ? query.forUpdate() : query).executeTakeFirst()) ?? NOTHING_TOLD;
}

export async function recordProgressOf(tx: Tx, realmId: RealmId, progress: Progress): Promise<void> {
  await tx.updateTable("notification_progress").set(progress).where("realm_id", "=", realmId).execute();
}

/** For an imported organization: no notifications about its existing messages. */
export async function beginAfterNewest(tx: Tx, realmId: RealmId): Promise<void> {
  await sql`
    insert into notification_progress (realm_id, upto_message_id)
    select ${realmId}, coalesce(max(id), 0) from message where realm_id = ${realmId}
    on conflict (realm_id) do nothing`.execute(tx);
}

/** For the demo: no notifications about messages so far. */
export async function skipNotifications(tx: Tx, realmId: RealmId): Promise<void> {
  await sql`
    update notification_progress
    set upto_message_id = coalesce((select max(id) from message where realm_id = ${realmId}), 0)
    where realm_id = ${realmId}`.execute(tx);
}

/** Organizations with messages that have not been scanned. */
export async function realmsWithNews(db: Db): Promise<RealmId[]> {
  const { rows } = await sql<{ id: RealmId }>`
    select realm.id from realm join notification_progress as progress on progress.realm_id = realm.id
    where realm.is_active
      and (select max(message.id) from message where message.realm_id = realm.id) > progress.upto_message_id`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

export interface MissedMessage {
  readonly user_id: UserId;
  readonly message_id: MessageId;
  readonly due_at: number;
  readonly is_held: boolean;
  readonly is_pushed: boolean;
}

export interface MissedToStore extends MissedMessage {
  /** Not stored if the user has missed this many others already. */
  readonly most: number;
}

/** Skips users already waiting for a notification about the message, and messages deleted since the scan. */
export async function insertMissed(tx: Tx, missed: readonly MissedToStore[]): Promise<void> {
  if (missed.length === 0) return;
  const rows = missed.map((row) => [
    row.user_id,
    row.message_id,
    row.due_at,
    Number(row.is_held),
    Number(row.is_pushed),
    row.most,
  ]);
  const given = numberRows(tx, ["user_id", "message_id", "due_at", "is_held", "is_pushed", "most"], rows);
  await sql`
    insert into missed_message (user_id, message_id, due_at, is_held, is_pushed)
    select given.user_id, given.message_id, given.due_at, given.is_held = 1, given.is_pushed = 1
    from ${given} as given
      join message on message.id = given.message_id join "user" on "user".id = given.user_id
    where (select count(*) from missed_message as collected where collected.user_id = given.user_id) < given.most
    on conflict (user_id, message_id) do nothing`.execute(tx);
}

/** When each user's collected messages will be emailed. What is due already may be on its way. */
export async function collectingUntil(db: Db, userIds: readonly UserId[], now: number): Promise<Map<UserId, number>> {
  const rows = await db
    .selectFrom("missed_message")
    .select((eb) => ["user_id", eb.fn.min("due_at").as("due_at")])
    .where(isAnyOf(db, "user_id", userIds))
    .where("is_held", "=", false)
    .where("due_at", ">", now)
    .groupBy("user_id")
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.due_at]));
}

/** The time when the next message is due. */
export async function nextDue(db: Db): Promise<number | undefined> {
  const row = await db.selectFrom("missed_message").select("due_at").orderBy("due_at").limit(1).executeTakeFirst();
  return row?.due_at;
}

export interface DueReader {
  readonly user_id: UserId;
  readonly realm_id: RealmId;
}

/** Users with due messages, longest overdue first. */
export function readersDue(db: Db, now: number, limit: number): Promise<DueReader[]> {
  return db
    .selectFrom("missed_message")
    .innerJoin("user", "user.id", "missed_message.user_id")
    .select(["user.id as user_id", "user.realm_id"])
    .where("due_at", "<=", now)
    .groupBy(["user.id", "user.realm_id"])
    .orderBy((eb) => eb.fn.min("due_at"))
    .limit(limit)
    .execute();
}

export interface WaitingMessage extends MissedMessage {
  readonly recipient_id: RecipientId;
  /** Null for a direct message. */
  readonly topic_id: TopicId | null;
}

/** All messages waiting for a user, oldest first, locked until the commit. */
export async function takeMissed(tx: Tx, userId: UserId): Promise<WaitingMessage[]> {
  const query = tx
    .selectFrom("missed_message")
    .innerJoin("message", "message.id", "missed_message.message_id")
    .selectAll("missed_message")
    .select(["message.recipient_id", "message.topic_id"])
    .where("user_id", "=", userId)
    .orderBy("message_id");
  return (isPostgres(tx) ? query.forUpdate("missed_message") : query).execute();
}

export async function forgetMissed(tx: Tx, userId: UserId, messageIds: readonly MessageId[]): Promise<void> {
  if (messageIds.length === 0) return;
  await tx
    .deleteFrom("missed_message")
    .where("user_id", "=", userId)
    .where(isAnyOf(tx, "message_id", messageIds))
    .execute();
}

export async function postponeMissed(
  tx: Tx,
  userId: UserId,
  messageIds: readonly MessageId[],
  due_at: number,
): Promise<void> {
  if (messageIds.length === 0) return;
  await tx
    .updateTable("missed_message")
    .set({ due_at })
    .where("user_id", "=", userId)
    .where(isAnyOf(tx, "message_id", messageIds))
    .execute();
}

export async function postponeAllMissed(tx: Tx, userId: UserId, due_at: number): Promise<void> {
  await tx.updateTable("missed_message").set({ due_at }).where("user_id", "=", userId).execute();
}
