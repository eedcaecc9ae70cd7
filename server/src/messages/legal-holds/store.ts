/** Legal holds, and which messages they keep. Every deletion of messages asks here. */
import { type Expression, type Insertable, type Selectable, type SqlBool, sql } from "kysely";
import type { AttachmentId, ChannelId, MessageId, RealmId, RecipientId, UserId } from "../../kernel/api/ids.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";
import type { Schema } from "../../kernel/db/schema.ts";

export type LegalHold = Selectable<Schema["legal_hold"]>;

export function holdsOf(db: Db, realmId: RealmId): Promise<LegalHold[]> {
  return db.selectFrom("legal_hold").selectAll().where("realm_id", "=", realmId).orderBy("id").execute();
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

/** Private answers of bots to commands are deleted after a day, whoever got them (decision 122). */
const notEphemeral = sql<SqlBool>`not exists (
  select 1 from bot_command_call where bot_command_call.answer_message_id = message.id)`;

/**
 * The rule, as a condition on `message`, for a row of `legal_hold`: a hold on a person keeps what they and their bots sent, and
 * their direct messages; a hold on a channel keeps everything in it. For few messages: `heldMessages` says the same for many.
 */
const keeps = sql<SqlBool>`(${notEphemeral} and (
  legal_hold.user_id = message.sender_id
  or legal_hold.user_id = (select sender.bot_owner_id from "user" as sender where sender.id = message.sender_id)
  or legal_hold.channel_id = (select channel.id from channel where channel.recipient_id = message.recipient_id)
  or exists (select 1 from direct_participant where direct_participant.recipient_id = message.recipient_id
    and direct_participant.user_id = legal_hold.user_id)))`;

/**
 * Which messages are under a legal hold, as a condition for queries that read `message`; undefined if the organization has no
 * holds. What the holds reach is looked up first, so that a message costs the same however many holds there are.
 */
export async function heldMessages(db: Db, realmId: RealmId): Promise<Expression<SqlBool> | undefined> {
  const holds = await holdsOf(db, realmId);
  return holds.length === 0 ? undefined : reachedBy(db, await reachOf(db, holds));
}

interface Reach {
  /** The people under a hold, whose conversations are kept. */
  readonly people: readonly UserId[];
  /** They and their bots. */
  readonly senders: readonly UserId[];
  /** The channels under a hold. */
  readonly recipients: readonly RecipientId[];
}

async function reachOf(db: Db, holds: readonly LegalHold[]): Promise<Reach> {
  const people = holds.flatMap(({ user_id }) => user_id ?? []);
  const bots = await db
    .selectFrom("user")
    .select("id")
    .where(isAnyOf(db, "bot_owner_id", people))
    .execute();
  const channels = await db
    .selectFrom("channel")
    .select("recipient_id")
    .where(
      isAnyOf(
        db,
        "id",
        holds.flatMap(({ channel_id }) => channel_id ?? []),
      ),
    )
    .execute();
  const recipients = channels.map(({ recipient_id }) => recipient_id);
  return { people, senders: [...people, ...bots.map(({ id }) => id)], recipients };
}

const reachedBy = (db: Db, { people, senders, recipients }: Reach): Expression<SqlBool> =>
  sql<SqlBool>`(${notEphemeral} and (
    ${isAnyOf(db, "message.sender_id", senders)}
    or ${isAnyOf(db, "message.recipient_id", recipients)}
    or exists (select 1 from direct_participant where direct_participant.recipient_id = message.recipient_id
      and ${isAnyOf(db, "direct_participant.user_id", people)})))`;

/** Those of these messages that are under a legal hold. */
export async function heldAmong(db: Db, realmId: RealmId, ids: readonly MessageId[]): Promise<ReadonlySet<MessageId>> {
  const held = await heldMessages(db, realmId);
  if (!held) return new Set();
  const rows = await db
    .selectFrom("message")
    .select("message.id")
    .where(isAnyOf(db, "message.id", ids))
    .where(held)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Whether any of these messages is under a legal hold. */
export const areHeld = async (db: Db, realmId: RealmId, ids: readonly MessageId[]): Promise<boolean> =>
  (await heldAmong(db, realmId, ids)).size > 0;

/**
 * Which files are kept, for their owner or for a message that links to them, as a condition for queries that read `attachment`;
 * undefined if the organization has no holds.
 */
export async function heldFiles(db: Db, realmId: RealmId): Promise<Expression<SqlBool> | undefined> {
  const holds = await holdsOf(db, realmId);
  if (holds.length === 0) return undefined;
  const reach = await reachOf(db, holds);
  return sql<SqlBool>`(
    ${isAnyOf(db, "attachment.owner_id", reach.people)}
    or exists (select 1 from attachment_message join message on message.id = attachment_message.message_id
      where attachment_message.attachment_id = attachment.id and ${reachedBy(db, reach)}))`;
}

/** Whether this user has such a file, and it is under a legal hold. */
export async function isFileHeld(db: Db, realmId: RealmId, ownerId: UserId, id: AttachmentId): Promise<boolean> {
  const kept = await heldFiles(db, realmId);
  if (!kept) return false;
  const held = await db
    .selectFrom("attachment")
    .select("attachment.id")
    .where("attachment.id", "=", id)
    .where("attachment.owner_id", "=", ownerId)
    .where(kept)
    .executeTakeFirst();
  return held !== undefined;
}

/** The first hold that keeps the message. */
export async function holdOnMessage(db: Db, realmId: RealmId, id: MessageId): Promise<LegalHold | undefined> {
  const { rows } = await sql<{ id: number }>`
    select legal_hold.id from legal_hold join message on message.id = ${id}
    where legal_hold.realm_id = ${realmId} and ${keeps}
    order by legal_hold.id limit 1`.execute(db);
  const first = rows[0]?.id;
  return first === undefined ? undefined : (await holdsOf(db, realmId)).find((hold) => hold.id === first);
}
