import { type Expression, type Insertable, type SqlBool, sql } from "kysely";
import type { ChannelId, MessageId, RealmId, RecipientId, TopicId, UserId } from "../api/ids.ts";
import type { User } from "../context.ts";
import { compiled } from "../db/compiled.ts";
import { isAnyOf } from "../db/dialect.ts";
import type { Db, Tx } from "../db/handles.ts";
import { fold } from "../db/names.ts";
import type { Schema } from "../db/schema.ts";
import { Flag } from "./flags.ts";
import { receivedBy } from "./visibility.ts";

/** The newest message of the server; 0 when there is none. A look at the end of the index. */
export async function newestMessageId(db: Db): Promise<MessageId> {
  const row = await db.selectFrom("message").select("id").orderBy("id", "desc").limit(1).executeTakeFirst();
  return row?.id ?? 0;
}

/** The newest message that came to the user; -1 when there is none. */
export async function newestMessageFor(db: Db, user: User): Promise<MessageId> {
  const row = await db
    .selectFrom("message")
    .select("id")
    .where("realm_id", "=", user.realm_id)
    .where(receivedBy(user))
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? -1;
}

type NewMessage = Omit<Insertable<Schema["message"]>, "id">;

const insertedMessage = compiled((db, message: NewMessage) => {
  const { realm_id, recipient_id, sender_id, topic_id, subject, content, rendered_content, sent_at, client } = message;
  const row = { realm_id, recipient_id, sender_id, topic_id, subject, content, rendered_content, sent_at, client };
  return db.insertInto("message").values(row).returning("id");
});

export async function insertMessage(tx: Tx, message: NewMessage): Promise<MessageId> {
  const [row] = await insertedMessage(tx, message);
  return (row as { id: MessageId }).id;
}

interface TopicName {
  channel_id: ChannelId;
  name: string;
  name_key: string;
}

const insertedTopic = compiled((db, { channel_id, name, name_key }: TopicName) =>
  db
    .insertInto("topic")
    .values({ channel_id, name, name_key, max_message_id: 0 })
    .onConflict((conflict) => conflict.columns(["channel_id", "name_key"]).doUpdateSet({ name }))
    .returning("id"),
);

/** The topic's row, made when it is new; its newest message is set when there is one. */
export async function topicFor(tx: Tx, channelId: ChannelId, name: string): Promise<TopicId> {
  const [row] = await insertedTopic(tx, { channel_id: channelId, name, name_key: fold(name) });
  return (row as { id: TopicId }).id;
}

const updateTopicNewest = compiled((db, { topicId, messageId }: { topicId: TopicId; messageId: MessageId }) =>
  db.updateTable("topic").set({ max_message_id: messageId }).where("id", "=", topicId),
);

export async function setTopicNewest(tx: Tx, topicId: TopicId, messageId: MessageId): Promise<void> {
  await updateTopicNewest(tx, { topicId, messageId });
}

export async function topicByName(db: Db, channelId: ChannelId, name: string): Promise<TopicId | undefined> {
  const row = await db
    .selectFrom("topic")
    .select("id")
    .where("channel_id", "=", channelId)
    .where("name_key", "=", fold(name))
    .executeTakeFirst();
  return row?.id;
}

/** The people of a direct conversation are its identity. */
const directKey = (userIds: readonly UserId[]) => [...userIds].sort((a, b) => a - b).join(",");

export async function directRecipient(
  db: Db,
  realmId: RealmId,
  userIds: readonly UserId[],
): Promise<RecipientId | undefined> {
  const row = await db
    .selectFrom("recipient")
    .select("id")
    .where("realm_id", "=", realmId)
    .where("direct_key", "=", directKey(userIds))
    .executeTakeFirst();
  return row?.id;
}

export async function insertDirectRecipient(
  tx: Tx,
  realmId: RealmId,
  userIds: readonly UserId[],
): Promise<RecipientId> {
  const { id } = await tx
    .insertInto("recipient")
    .values({ realm_id: realmId, direct_key: directKey(userIds) })
    // Two first messages at once: the second finds the conversation the first has made.
    .onConflict((conflict) =>
      conflict.columns(["realm_id", "direct_key"]).doUpdateSet({ direct_key: directKey(userIds) }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  const rows = userIds.map((user_id) => ({ recipient_id: id, user_id, read_upto: 0, max_message_id: 0 }));
  await tx
    .insertInto("direct_participant")
    .values(rows)
    .onConflict((conflict) => conflict.columns(["recipient_id", "user_id"]).doNothing())
    .execute();
  return id;
}

export async function setDirectNewest(tx: Tx, recipientId: RecipientId, messageId: MessageId): Promise<void> {
  await tx
    .updateTable("direct_participant")
    .set({ max_message_id: messageId })
    .where("recipient_id", "=", recipientId)
    .execute();
}

export async function markReadBySender(tx: Tx, userId: UserId, messageId: MessageId): Promise<void> {
  await tx.insertInto("user_message").values({ user_id: userId, message_id: messageId, flags: Flag.read }).execute();
}

export async function noteChannelMessage(tx: Tx, channelId: ChannelId, messageId: MessageId): Promise<void> {
  await tx
    .updateTable("channel")
    .set((eb) => ({
      is_recently_active: true,
      first_message_id: eb.fn.coalesce("first_message_id", sql.lit(messageId)),
    }))
    .where("id", "=", channelId)
    .execute();
}

/** Messages by a condition. Senders and channels are read apart, because many messages share a few of them. */
export function messagesWhere(db: Db, condition: Expression<SqlBool>) {
  return db
    .selectFrom("message")
    .select([
      "message.id",
      "message.recipient_id",
      "message.sender_id",
      "message.subject",
      "message.content",
      "message.rendered_content",
      "message.sent_at",
      "message.client",
    ])
    .where(condition);
}

export type FetchedMessage = Awaited<ReturnType<ReturnType<typeof messagesWhere>["execute"]>>[number];

/** The people of these direct conversations, in the order of their ids. */
export async function participantsOf(db: Db, recipientIds: readonly RecipientId[]) {
  if (recipientIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("direct_participant as participant")
    .innerJoin("user", "user.id", "participant.user_id")
    .select([
      "participant.recipient_id",
      "user.id",
      "user.full_name",
      "user.delivery_email",
      "user.bot_type",
      "user.settings",
    ])
    .where(isAnyOf(db, "participant.recipient_id", recipientIds))
    .orderBy("user.id")
    .execute();
  return Map.groupBy(rows, (row) => row.recipient_id);
}

/** The flags that are stored for the user on these messages. */
export async function storedFlags(
  db: Db,
  userId: UserId,
  messageIds: readonly MessageId[],
): Promise<Map<MessageId, number>> {
  const rows = await db
    .selectFrom("user_message")
    .select(["message_id", "flags"])
    .where("user_id", "=", userId)
    .where(isAnyOf(db, "message_id", messageIds))
    .execute();
  return new Map(rows.map((row) => [row.message_id, row.flags]));
}

/** How far the user has read in each of these conversations; those the user is not in are missing. */
export async function readMarks(
  db: Db,
  userId: UserId,
  recipientIds: readonly RecipientId[],
): Promise<Map<RecipientId, number>> {
  const channels = await db
    .selectFrom("subscription")
    .innerJoin("channel", "channel.id", "subscription.channel_id")
    .select(["channel.recipient_id", "subscription.read_upto"])
    .where("subscription.user_id", "=", userId)
    .where("subscription.is_subscribed", "=", true)
    .where(isAnyOf(db, "channel.recipient_id", recipientIds))
    .execute();
  const direct = await db
    .selectFrom("direct_participant")
    .select(["recipient_id", "read_upto"])
    .where("user_id", "=", userId)
    .where(isAnyOf(db, "recipient_id", recipientIds))
    .execute();
  return new Map([...channels, ...direct].map((row) => [row.recipient_id, row.read_upto]));
}

/** The user's direct conversations, newest first. */
export async function recentDirectConversations(db: Db, userId: UserId, limit: number) {
  return db
    .selectFrom("direct_participant")
    .select(["recipient_id", "max_message_id"])
    .where("user_id", "=", userId)
    .where("max_message_id", ">", 0)
    .orderBy("max_message_id", "desc")
    .limit(limit)
    .execute();
}
