import { type Expression, type Insertable, type SqlBool, sql } from "kysely";
import type { ChannelId, MessageId, RealmId, RecipientId, TopicId, UserId } from "../kernel/api/ids.ts";
import type { User } from "../kernel/context.ts";
import { compiled, compiledChange, compiledInsert } from "../kernel/db/compiled.ts";
import { isAnyOf } from "../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../kernel/db/handles.ts";
import { fold } from "../kernel/db/names.ts";
import { allOf } from "../kernel/db/one-by-one.ts";
import type { Schema } from "../kernel/db/schema.ts";
import { type Span, shortSpan } from "../kernel/db/span.ts";
import { Flag } from "./flags.ts";
import { isBetweenEndsOfPeriod, type Period, periods, subscriptionsByPeriod } from "./periods.ts";
import { isStillOpen } from "./visibility.ts";

/** Larger than every id. */
export const NEWEST = 10_000_000_000_000_000;

/** The newest message that the user received; -1 if there is none. One index lookup per conversation. */
export async function newestMessageFor(db: Db, user: User): Promise<MessageId> {
  const { rows } = await sql<{ id: MessageId | null }>`
    select max(id) as id from (
      select max(max_message_id) as id from direct_participant where user_id = ${user.id} and max_message_id > 0
      union all
      select (
        select max(message.id) from message
        where message.recipient_id = channel.recipient_id and ${isBetweenEndsOfPeriod(sql.ref("message.id"))}) as id
      from ${periods}
        join channel on channel.id = period.channel_id
        join subscription on subscription.channel_id = period.channel_id and subscription.user_id = period.user_id
      where period.user_id = ${user.id} and ${isStillOpen(user)}
      ${user.is_bot ? receivedByMention(user.id) : sql``}
    ) as newest`.execute(db);
  return rows[0]?.id ?? -1;
}

/** What a bot received only because it was mentioned. */
const receivedByMention = (userId: UserId) => sql`
  union all
  select max(message_id) as id from user_message
  where user_id = ${userId} and (flags & ${sql.lit(Flag.received)}) <> 0`;

export type NewMessage = Omit<Insertable<Schema["message"]>, "id" | "topic_id">;

const columnsOf = (message: NewMessage) => {
  const { realm_id, recipient_id, sender_id, subject, content, rendered_content, sent_at, client, traits } = message;
  return { realm_id, recipient_id, sender_id, subject, content, rendered_content, sent_at, client, traits };
};

const insertedDirectly = compiledInsert((tx: TurnTx, message: NewMessage) =>
  tx.insertInto("message").values(columnsOf(message)),
);

export interface Inserted {
  readonly id: MessageId;
  /** Whether it is the first in its topic. */
  readonly isTopicNew: boolean;
}

export async function insertDirectMessage(tx: TurnTx, message: NewMessage): Promise<Inserted> {
  return { id: await insertedDirectly(tx, message), isTopicNew: false };
}

interface TopicKey {
  channel_id: ChannelId;
  name_key: string;
}

/** The statement finds the topic itself: one statement less for nearly every message. */
const insertedInTopic = compiledInsert((tx: TurnTx, message: NewMessage & TopicKey) =>
  tx.insertInto("message").values({
    ...columnsOf(message),
    topic_id: tx
      .selectFrom("topic")
      .select("id")
      .where("channel_id", "=", message.channel_id)
      .where("name_key", "=", message.name_key),
  }),
);

const renewedTopic = compiledChange((tx: TurnTx, given: TopicKey & { name: string; messageId: MessageId }) =>
  tx
    .updateTable("topic")
    .set({ name: given.name, max_message_id: given.messageId })
    .where("channel_id", "=", given.channel_id)
    .where("name_key", "=", given.name_key),
);

/** Creates the topic if it is new; the newest message determines the topic's spelling. */
export async function insertChannelMessage(tx: TurnTx, channel_id: ChannelId, message: NewMessage): Promise<Inserted> {
  const { subject: name } = message;
  const place: TopicKey = { channel_id, name_key: fold(name) };
  const id = await insertedInTopic(tx, { ...message, ...place });
  if ((await renewedTopic(tx, { ...place, name, messageId: id })) > 0) return { id, isTopicNew: false };
  const topic = await tx
    .insertInto("topic")
    .values({ ...place, name, max_message_id: id })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx.updateTable("message").set({ topic_id: topic.id }).where("id", "=", id).execute();
  return { id, isTopicNew: true };
}

/** The topic's row, created if it is new: for moved messages. */
export async function topicFor(tx: TurnTx, channel_id: ChannelId, name: string): Promise<TopicId> {
  const known = await topicByName(tx, channel_id, name);
  if (known !== undefined) return known;
  const { id } = await tx
    .insertInto("topic")
    .values({ channel_id, name, name_key: fold(name), max_message_id: 0 })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const updateTopicNewest = compiled((tx: TurnTx, given: { topicId: TopicId; name: string; messageId: MessageId }) =>
  tx.updateTable("topic").set({ name: given.name, max_message_id: given.messageId }).where("id", "=", given.topicId),
);

/** The newest message determines the topic's spelling. */
export async function setTopicNewest(tx: TurnTx, topicId: TopicId, name: string, messageId: MessageId): Promise<void> {
  await updateTopicNewest(tx, { topicId, name, messageId });
}

const topicWithKey = compiled((db, { channelId, key }: { channelId: ChannelId; key: string }) =>
  db.selectFrom("topic").select("id").where("channel_id", "=", channelId).where("name_key", "=", key),
);

export async function topicByName(db: Db, channelId: ChannelId, name: string): Promise<TopicId | undefined> {
  const [row] = await topicWithKey(db, { channelId, key: fold(name) });
  return row?.id;
}

/** A direct conversation is identified by its people. */
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
  tx: TurnTx,
  realmId: RealmId,
  userIds: readonly UserId[],
): Promise<RecipientId> {
  const { id } = await tx
    .insertInto("recipient")
    .values({ realm_id: realmId, direct_key: directKey(userIds) })
    // Two first messages at once: the second finds the conversation that the first created.
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

export async function setDirectNewest(tx: TurnTx, recipientId: RecipientId, messageId: MessageId): Promise<void> {
  await tx
    .updateTable("direct_participant")
    .set({ max_message_id: messageId })
    .where("recipient_id", "=", recipientId)
    .execute();
}

export async function noteChannelMessage(tx: TurnTx, channelId: ChannelId, messageId: MessageId): Promise<void> {
  await tx
    .updateTable("channel")
    .set((eb) => ({
      is_recently_active: true,
      first_message_id: eb.fn.coalesce("first_message_id", sql.lit(messageId)),
    }))
    .where("id", "=", channelId)
    .execute();
}

/** Messages by a condition. Senders and channels are read separately, because many messages share a few of them. */
export function messagesWhere(db: Db, condition: Expression<SqlBool>) {
  return db
    .selectFrom("message")
    .select([
      "message.id",
      "message.recipient_id",
      "message.sender_id",
      "message.topic_id",
      "message.subject",
      "message.content",
      "message.rendered_content",
      "message.sent_at",
      "message.client",
      "message.last_edit_at",
      "message.last_moved_at",
      "message.history_count",
      "message.history_bytes",
      "message.traits",
    ])
    .where(condition);
}

export type FetchedMessage = Awaited<ReturnType<ReturnType<typeof messagesWhere>["execute"]>>[number];

/** The participants of these direct conversations, by id. */
export async function participantsOf(db: Db, recipientIds: readonly RecipientId[]) {
  const rows = recipientIds.length > 0 ? await participants(db, { recipientIds }) : [];
  return Map.groupBy(rows, (row) => row.recipient_id);
}

const participants = compiled((db, { recipientIds }: { recipientIds: readonly RecipientId[] }) =>
  db
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
    .orderBy("user.id"),
);

/** Only the ids of the participants, ascending: one person may be in a thousand conversations of three hundred. */
export async function participantIdsOf(
  db: Db,
  recipientIds: readonly RecipientId[],
): Promise<Map<RecipientId, readonly UserId[]>> {
  const rows = recipientIds.length > 0 ? await directKeys(db, { recipientIds }) : [];
  return new Map(rows.flatMap(({ id, direct_key }) => (direct_key === null ? [] : [[id, usersIn(direct_key)]])));
}

const usersIn = (directKey: string): UserId[] => directKey.split(",").map(Number);

const directKeys = compiled((db, { recipientIds }: { recipientIds: readonly RecipientId[] }) =>
  db
    .selectFrom("recipient")
    .select(["id", "direct_key"])
    .where(isAnyOf(db, "id", recipientIds)),
);

/** The user's stored flags on these messages. */
export async function storedFlags(
  db: Db,
  userId: UserId,
  messageIds: readonly MessageId[],
): Promise<Map<MessageId, number>> {
  const span = shortSpan(messageIds);
  const rows = await (span ? flagsWithin(db, { userId, ...span }) : flagRows(db, { userId, messageIds }));
  return new Map(rows.map((row) => [row.message_id, row.flags]));
}

const flagsWithin = compiled((db, given: { userId: UserId } & Span) =>
  db
    .selectFrom("user_message")
    .select(["message_id", "flags"])
    .where("user_id", "=", given.userId)
    .where("message_id", ">=", given.from)
    .where("message_id", "<=", given.to),
);

const flagRows = compiled((db, given: { userId: UserId; messageIds: readonly MessageId[] }) =>
  db
    .selectFrom("user_message")
    .select(["message_id", "flags"])
    .where("user_id", "=", given.userId)
    .where(isAnyOf(db, "message_id", given.messageIds)),
);

/** A reader's state in a conversation. */
export interface ReadMark {
  /** Messages up to this id are read, except for exceptions; undefined where nothing can be unread. */
  readonly readUpto: MessageId | undefined;
  /** When the user received messages. */
  readonly periods: readonly Period[];
}

const ALWAYS: readonly Period[] = [{ from: 0, to: null }];

/** The user's state in each of these conversations; those the user was never in are missing. */
export async function readMarks(
  db: Db,
  userId: UserId,
  ofChannels: readonly RecipientId[],
  ofPeople: readonly RecipientId[],
): Promise<Map<RecipientId, ReadMark>> {
  const [channels, direct] = await allOf([
    ofChannels.length > 0 ? subscriptionsByPeriod(db, { userId, recipientIds: ofChannels }) : Promise.resolve([]),
    ofPeople.length > 0 ? directMarks(db, { userId, recipientIds: ofPeople }) : Promise.resolve([]),
  ]);
  const marks = new Map<RecipientId, ReadMark>();
  for (const { recipient_id, read_upto } of direct) marks.set(recipient_id, { readUpto: read_upto, periods: ALWAYS });
  for (const [recipientId, rows] of Map.groupBy(channels, (row) => row.recipient_id)) {
    const [first] = rows as [(typeof rows)[number]];
    // A former subscriber has nothing unread there.
    marks.set(recipientId, { readUpto: first.is_subscribed ? first.read_upto : undefined, periods: rows });
  }
  return marks;
}

const directMarks = compiled((db, given: { userId: UserId; recipientIds: readonly RecipientId[] }) =>
  db
    .selectFrom("direct_participant")
    .select(["recipient_id", "read_upto"])
    .where("user_id", "=", given.userId)
    .where(isAnyOf(db, "recipient_id", given.recipientIds)),
);

/** The user's direct conversations, newest first. */
export const recentDirectConversations = (db: Db, userId: UserId, limit: number) =>
  newestDirectConversations(db, { userId, limit });

const newestDirectConversations = compiled((db, { userId, limit }: { userId: UserId; limit: number }) =>
  db
    .selectFrom("direct_participant")
    .select(["recipient_id", "max_message_id"])
    .where("user_id", "=", userId)
    .where("max_message_id", ">", 0)
    .orderBy("max_message_id", "desc")
    .limit(limit),
);
