/**
 * Marks a new message as read for its sender, for users who know its content, and for users who muted its sender. Most
 * of them have read everything before it, so their mark rises.
 */
import { type RawBuilder, sql } from "kysely";
import type { ChannelId, MessageId, RecipientId, UserId } from "../../kernel/api/ids.ts";
import { compiled } from "../../kernel/db/compiled.ts";
import { isAnyOf, numberRows } from "../../kernel/db/dialect.ts";
import type { TurnTx } from "../../kernel/db/handles.ts";
import { Flag } from "../flags.ts";

interface Arrived {
  readonly messageId: MessageId;
  readonly recipientId: RecipientId;
  readonly channelId: ChannelId | undefined;
}

/** Returns the readers who received it: without a subscription there is no read state in a channel. */
export async function readOnArrival(tx: TurnTx, arrived: Arrived, readers: readonly UserId[]): Promise<UserId[]> {
  if (readers.length === 0) return [];
  const { channelId } = arrived;
  const given = { ...arrived, readers };
  const rows =
    channelId === undefined
      ? await raisedInConversation(tx, given)
      : await raisedInChannel(tx, { ...given, channelId });
  const raised = rows.map((row) => row.user_id);
  const others = readers.filter((id) => !raised.includes(id));
  if (others.length === 0) return raised;
  const { rows: excepted } = await sql<{ user_id: UserId }>`
    insert into user_message (user_id, message_id, flags)
    select user_id, cast(${arrived.messageId} as bigint), ${sql.lit(Flag.read)} from ${markedIn(arrived)}
      and ${isAnyOf(tx, "user_id", others)}
    on conflict (user_id, message_id) do update set flags = user_message.flags | excluded.flags
    returning user_id`.execute(tx);
  return [...raised, ...excepted.map((row) => row.user_id)];
}

/** A new message in a channel, with the users for whom it is read. */
export interface ReadInChannel extends Arrived, Readers {
  readonly channelId: ChannelId;
}

/**
 * Like the function above, for several messages to channels that were stored together, on PostgreSQL. Returns the readers
 * who received each, by message.
 */
export async function readEachOnArrival(
  tx: TurnTx,
  messages: readonly ReadInChannel[],
): Promise<ReadonlyMap<MessageId, readonly UserId[]>> {
  const reached = await Promise.all(rounds(messages).map((rows) => readInRound(tx, rows)));
  const byMessage = Map.groupBy(reached.flat(), ({ message_id }) => message_id);
  return new Map([...byMessage].map(([id, rows]) => [id, rows.map(({ reader_id }) => reader_id)]));
}

type ReaderRow = readonly [reader: UserId, message: MessageId, recipient: RecipientId, channel: ChannelId];

/** A mark rises from message to message, so a round has only one of each reader and channel: their oldest of what is left. */
function rounds(messages: readonly ReadInChannel[]): ReaderRow[][] {
  const counts = new Map<string, number>();
  const all: ReaderRow[][] = [];
  for (const { messageId, recipientId, channelId, readers } of messages)
    for (const reader of new Set(readers)) {
      const key = `${reader} ${channelId}`;
      const round = counts.get(key) ?? 0;
      counts.set(key, round + 1);
      all[round] ??= [];
      all[round].push([reader, messageId, recipientId, channelId]);
    }
  return all;
}

async function readInRound(tx: TurnTx, rows: readonly ReaderRow[]) {
  const columns = ["reader_id", "message_id", "recipient_id", "channel_id"];
  const { rows: reached } = await sql<{ reader_id: UserId; message_id: MessageId }>`
    with given as materialized (select * from ${numberRows(tx, columns, rows)} as numbers),
    raised as (
      update subscription set read_upto = given.message_id from given
      where subscription.user_id = given.reader_id and subscription.channel_id = given.channel_id
        and subscription.is_subscribed
        and (
          select min(message.id) from message
          where message.recipient_id = given.recipient_id
            and message.id > subscription.read_upto and message.id < given.message_id) is null
      returning given.reader_id, given.message_id),
    excepted as (
      insert into user_message (user_id, message_id, flags)
      select given.reader_id, given.message_id, ${sql.lit(Flag.read)}
      from given join subscription on subscription.user_id = given.reader_id
        and subscription.channel_id = given.channel_id and subscription.is_subscribed
      where not exists (
        select 1 from raised where raised.reader_id = given.reader_id and raised.message_id = given.message_id)
      on conflict (user_id, message_id) do update set flags = user_message.flags | excluded.flags
      returning user_id, message_id)
    select reader_id, message_id from raised union all select user_id, message_id from excepted`.execute(tx);
  return reached;
}

/** Users with a mark in the message's conversation. */
const markedIn = ({ channelId, recipientId }: Arrived): RawBuilder<unknown> =>
  channelId === undefined
    ? sql`direct_participant where recipient_id = ${recipientId}`
    : sql`subscription where channel_id = ${channelId} and is_subscribed = ${sql.lit(true)}`;

type Readers = { readonly readers: readonly UserId[] };

const raisedInChannel = compiled((tx: TurnTx, given: Arrived & Readers & { channelId: ChannelId }) =>
  tx
    .updateTable("subscription")
    .set({ read_upto: given.messageId })
    .where(isAnyOf(tx, "user_id", given.readers))
    .where("channel_id", "=", given.channelId)
    .where("is_subscribed", "=", true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("message")
            .select("message.id")
            .where("message.recipient_id", "=", given.recipientId)
            .whereRef("message.id", ">", "subscription.read_upto")
            .where("message.id", "<", given.messageId),
        ),
      ),
    )
    .returning("subscription.user_id"),
);

/** Before the conversation records the message: its newest one is the previous one. */
const raisedInConversation = compiled((tx: TurnTx, given: Arrived & Readers) =>
  tx
    .updateTable("direct_participant")
    .set({ read_upto: given.messageId })
    .where(isAnyOf(tx, "user_id", given.readers))
    .where("recipient_id", "=", given.recipientId)
    .whereRef("read_upto", ">=", "max_message_id")
    .returning("user_id"),
);
