/**
 * Read marks: up to a mark everything in a conversation is read, above it nothing, except for the exceptions in
 * user_message. A mark rises as far as possible, and exceptions below it are dropped: so a user who reads everything
 * has no rows.
 */
import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import type { ChannelId, MessageId, RecipientId, UserId } from "../../kernel/api/ids.ts";
import { isAnyOf, numberRows } from "../../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";
import { Flag } from "../flags.ts";
import { clearFlags } from "./exceptions.ts";

const READ = sql.lit(Flag.read);
const UNREAD = sql.lit(Flag.unread);

/** The conversations in which a user can have unread messages: direct ones, and subscribed channels. */
export const marksOf = (userId: UserId): RawBuilder<unknown> => sql`(
  select channel.recipient_id, channel.id as channel_id, subscription.read_upto
    from subscription join channel on channel.id = subscription.channel_id
    where subscription.user_id = ${userId} and subscription.is_subscribed
  union all
  select recipient_id, null as channel_id, read_upto from direct_participant where user_id = ${userId})`;

/** In a query with `message`: the user has marked it as read above the mark. */
const isExcepted = (user: Expression<unknown>): Expression<SqlBool> => sql<SqlBool>`exists (
  select 1 from user_message where user_message.user_id = ${user} and user_message.message_id = message.id
    and (user_message.flags & ${READ}) <> 0)`;

/** In a query with `message` and a mark: the oldest unread message above it, or null. */
export const firstUnreadAbove = (mark: {
  user: Expression<unknown>;
  recipient: Expression<unknown>;
  readUpto: Expression<unknown>;
  /** A condition on `message`: the messages about to be read. */
  except?: Expression<SqlBool>;
}): RawBuilder<MessageId | null> => sql`(
  select message.id from message
  where message.recipient_id = ${mark.recipient} and message.id > ${mark.readUpto}
    and not ${isExcepted(mark.user)}${mark.except ? sql` and not (${mark.except})` : sql``}
  order by message.id limit 1)`;

export interface RaisedMark {
  user_id: UserId;
  recipient_id: RecipientId;
  channel_id: ChannelId | null;
  mark: MessageId;
  raised: MessageId;
}

/** How far the user's marks could rise in these conversations if these messages were read. */
export async function marksAfterReading(
  db: Db,
  userId: UserId,
  recipientIds: readonly RecipientId[],
  ids: readonly MessageId[],
): Promise<RaisedMark[]> {
  if (recipientIds.length === 0) return [];
  const first = firstUnreadAbove({
    user: sql`${userId}`,
    recipient: sql.ref("mark.recipient_id"),
    readUpto: sql.ref("mark.read_upto"),
    except: isAnyOf(db, "message.id", ids),
  });
  const { rows } = await sql<Omit<RaisedMark, "user_id">>`
    select mark.recipient_id, mark.channel_id, mark.read_upto as mark,
      coalesce(${first} - 1, (
        select message.id from message where message.recipient_id = mark.recipient_id
        order by message.id desc limit 1), mark.read_upto) as raised
    from ${marksOf(userId)} as mark where ${isAnyOf(db, "mark.recipient_id", recipientIds)}`.execute(db);
  return rows.map((row) => ({ user_id: userId, ...row, raised: Math.max(row.raised, row.mark) }));
}

/** Raises the marks, and drops the exceptions below them. */
export async function raiseMarks(tx: TurnTx, marks: readonly RaisedMark[]): Promise<void> {
  const raised = marks.filter((each) => each.raised > each.mark);
  if (raised.length === 0) return;
  const table = numberRows(
    tx,
    ["user_id", "recipient_id", "mark", "raised"],
    raised.map((each) => [each.user_id, each.recipient_id, each.mark, each.raised]),
  );
  if (raised.some((each) => each.channel_id !== null))
    await sql`
      update subscription set read_upto = given.raised
      from ${table} as given join channel on channel.recipient_id = given.recipient_id
      where subscription.user_id = given.user_id and subscription.channel_id = channel.id`.execute(tx);
  if (raised.some((each) => each.channel_id === null))
    await sql`
      update direct_participant set read_upto = given.raised from ${table} as given
      where direct_participant.user_id = given.user_id and direct_participant.recipient_id = given.recipient_id
      `.execute(tx);
  const passed = sql<SqlBool>`(user_id, message_id) in (
    select own.user_id, own.message_id from ${table} as given
      join user_message as own on own.user_id = given.user_id
        and own.message_id > given.mark and own.message_id <= given.raised
      join message on message.id = own.message_id and message.recipient_id = given.recipient_id)`;
  await clearFlags(tx, Flag.read, passed);
}

export interface Within {
  recipientId: RecipientId;
  topicId?: number;
}

/** The user's unread messages in a conversation with a known mark, or in one of its topics; oldest first. */
export async function unreadWithin(
  db: Db,
  userId: UserId,
  readUpto: MessageId,
  { recipientId, topicId }: Within,
): Promise<MessageId[]> {
  const place =
    topicId === undefined
      ? sql<SqlBool>`message.recipient_id = ${recipientId}`
      : sql<SqlBool>`message.topic_id = ${topicId}`;
  const { rows } = await sql<{ id: MessageId }>`
    select message.id from message
      where ${place} and message.id > ${readUpto} and not ${isExcepted(sql`${userId}`)}
    union all
    select message.id from user_message join message on message.id = user_message.message_id
      where user_message.user_id = ${userId} and (user_message.flags & ${UNREAD}) <> 0
        and ${place} and message.id <= ${readUpto}
    order by 1`.execute(db);
  return rows.map((row) => row.id);
}
