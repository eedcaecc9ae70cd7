/** Legal holds, and which messages they keep. Every deletion of messages asks here. */
import { type Expression, type Insertable, type Selectable, type SqlBool, sql } from "kysely";
import type { AttachmentId, ChannelId, MessageId, RealmId, TopicId, UserId } from "../../kernel/api/ids.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";
import type { Schema } from "../../kernel/db/schema.ts";

export type LegalHold = Selectable<Schema["legal_hold"]>;

export function holdsOf(db: Db, realmId: RealmId): Promise<LegalHold[]> {
  return db.selectFrom("legal_hold").selectAll().where("realm_id", "=", realmId).orderBy("id").execute();
}

export async function hasHolds(db: Db, realmId: RealmId): Promise<boolean> {
  const one = await db
    .selectFrom("legal_hold")
    .select("id")
    .where("realm_id", "=", realmId)
    .limit(1)
    .executeTakeFirst();
  return one !== undefined;
}

export function holdOnUser(db: Db, userId: UserId): Promise<LegalHold | undefined> {
  return db.selectFrom("legal_hold").selectAll().where("user_id", "=", userId).executeTakeFirst();
}

export function holdOnChannel(db: Db, channelId: ChannelId): Promise<LegalHold | undefined> {
  return db.selectFrom("legal_hold").selectAll().where("channel_id", "=", channelId).executeTakeFirst();
}

export async function insertHold(tx: TurnTx, row: Insertable<Schema["legal_hold"]>): Promise<number> {
  const { id } = await tx.insertInto("legal_hold").values(row).returning("id").executeTakeFirstOrThrow();
  return id;
}

/** Returns the deleted row, or undefined if the organization has no such hold. */
export function deleteHold(tx: TurnTx, realmId: RealmId, id: number): Promise<LegalHold | undefined> {
  return tx
    .deleteFrom("legal_hold")
    .where("realm_id", "=", realmId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

/**
 * The rule, as a condition on `message`, for a row of `legal_hold`: a hold on a person keeps what they and their bots sent, and
 * their direct messages; a hold on a channel keeps everything in it.
 */
const keeps = sql<SqlBool>`(
  legal_hold.user_id = message.sender_id
  or legal_hold.user_id = (select sender.bot_owner_id from "user" as sender where sender.id = message.sender_id)
  or legal_hold.channel_id = (select channel.id from channel where channel.recipient_id = message.recipient_id)
  or exists (select 1 from direct_participant where direct_participant.recipient_id = message.recipient_id
    and direct_participant.user_id = legal_hold.user_id))`;

/** Whether a message is under a legal hold; for queries that read `message`. */
export const isHeld = (realmId: RealmId): Expression<SqlBool> =>
  sql<SqlBool>`exists (select 1 from legal_hold where legal_hold.realm_id = ${realmId} and ${keeps})`;

/** Whether any of these messages is under a legal hold. */
export async function areHeld(db: Db, realmId: RealmId, ids: readonly MessageId[]): Promise<boolean> {
  return (await hasHolds(db, realmId)) && isAnyHeld(db, realmId, isAnyOf(db, "message.id", ids));
}

export async function isHeldInTopic(db: Db, realmId: RealmId, topicId: TopicId): Promise<boolean> {
  return (await hasHolds(db, realmId)) && isAnyHeld(db, realmId, sql<SqlBool>`message.topic_id = ${topicId}`);
}

async function isAnyHeld(db: Db, realmId: RealmId, condition: Expression<SqlBool>): Promise<boolean> {
  const held = await db
    .selectFrom("message")
    .select("message.id")
    .where(condition)
    .where(isHeld(realmId))
    .limit(1)
    .executeTakeFirst();
  return held !== undefined;
}

/** Whether a file is kept, for its owner or for a message that links to it; for queries that read `attachment`. */
export const isFileKept = (realmId: RealmId): Expression<SqlBool> =>
  sql<SqlBool>`(
    exists (select 1 from legal_hold where legal_hold.realm_id = ${realmId} and legal_hold.user_id = attachment.owner_id)
    or exists (select 1 from attachment_message join message on message.id = attachment_message.message_id
      where attachment_message.attachment_id = attachment.id and ${isHeld(realmId)}))`;

/** Whether this user has such a file, and it is under a legal hold. */
export async function isFileHeld(db: Db, realmId: RealmId, ownerId: UserId, id: AttachmentId): Promise<boolean> {
  if (!(await hasHolds(db, realmId))) return false;
  const held = await db
    .selectFrom("attachment")
    .select("attachment.id")
    .where("attachment.id", "=", id)
    .where("attachment.owner_id", "=", ownerId)
    .where(isFileKept(realmId))
    .executeTakeFirst();
  return held !== undefined;
}

/** A hold because of which these accounts' data must stay: on one of them, or on what one of them sent. */
export async function holdConcerning(
  db: Db,
  realmId: RealmId,
  userIds: readonly UserId[],
): Promise<LegalHold | undefined> {
  const holds = await holdsOf(db, realmId);
  const own = holds.find(({ user_id }) => user_id !== null && userIds.includes(user_id));
  if (own || holds.length === 0) return own;
  const sent = isAnyOf(db, "message.sender_id", userIds);
  const { rows } = await sql<{ id: number }>`
    select legal_hold.id from legal_hold where legal_hold.realm_id = ${realmId}
      and exists (select 1 from message where ${sent} and ${keeps})
    order by legal_hold.id limit 1`.execute(db);
  return holds.find(({ id }) => id === rows[0]?.id);
}
