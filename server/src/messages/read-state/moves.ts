/**
 * Keeps everyone's read state when messages move to another channel. A mark belongs to a channel, so a message keeps
 * its state through exceptions where the two marks disagree. Where they agree, existing exceptions mean the same in
 * both channels, and nothing is written.
 */
import { type SqlBool, sql } from "kysely";
import type { ChannelId, MessageId, UserId } from "../../kernel/api/ids.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import type { TurnTx } from "../../kernel/db/handles.ts";
import { Flag } from "../flags.ts";
import { NEWEST } from "../store.ts";
import { clearFlags, dropEmptyRows } from "./exceptions.ts";
import { firstUnreadAbove, type RaisedMark, raiseMarks } from "./marks.ts";

const READ = sql.lit(Flag.read);
const UNREAD = sql.lit(Flag.unread);
const STATE = sql.lit(Flag.read | Flag.unread);

export interface Move {
  fromChannel: ChannelId;
  toChannel: ChannelId;
  /** Ascending; not moved yet. */
  ids: readonly MessageId[];
}

export interface Carried {
  /** Unread messages of users without a subscription to the target, where nothing can be unread; ascending. */
  lostUnread: ReadonlyMap<UserId, MessageId[]>;
}

/** No client knows more; with many users, the rest follows from the move. */
const MOST_TOLD = 100_000;

/** Called before the messages are moved, in a transaction that has taken its turn, with what `concernedBy` has found. */
export async function carryReadState(
  tx: TurnTx,
  { fromChannel, toChannel, ids }: Move,
  { apart, losing }: Concerned,
): Promise<Carried> {
  const lostUnread = await losingUnread(tx, fromChannel, toChannel, ids, losing > 0);
  if (apart > 0) await flipBetweenMarks(tx, fromChannel, toChannel, ids);
  await forgetOutsiders(tx, toChannel, ids);
  await dropEmptyRows(tx, isAnyOf(tx, "message_id", ids));
  return { lostUnread };
}

/** For how many users each message must be checked: possibly very many, usually none. */
export interface Concerned {
  /** Users whose two marks disagree about some of the messages. */
  readonly apart: number;
  /** Users who have not read all of them, and are not subscribed to the target. */
  readonly losing: number;
}

/** Raises marks in the target first, so that as few users as possible are affected. */
export async function concernedBy(tx: TurnTx, { fromChannel, toChannel, ids }: Move): Promise<Concerned> {
  const newest = ids.at(-1);
  if (newest === undefined) return { apart: 0, losing: 0 };
  await makeRoom(tx, toChannel, newest);
  const { rows } = await sql<Concerned>`
    select (select count(*) from ${marks(fromChannel, toChannel)} as marks where ${isApart(ids)}) as apart,
      (select count(*) from ${leaving(fromChannel, toChannel, newest)} as leaving) as losing`.execute(tx);
  return rows[0] as Concerned;
}

const isInTarget = (to: ChannelId) => sql<SqlBool>`exists (select 1 from subscription as target
  where target.user_id = source.user_id and target.channel_id = ${to} and target.is_subscribed)`;

/** Subscribers of the source who have unread messages up to the newest, and are not subscribed to the target. */
const leaving = (from: ChannelId, to: ChannelId, newest: MessageId | undefined) => sql`(
  select source.user_id, source.read_upto from subscription as source
  where source.channel_id = ${from} and source.is_subscribed and source.read_upto < ${newest} and not ${isInTarget(to)})`;

/** Users first, and among them those with unread messages: most have read what is moved. SQLite keeps that order. */
async function losingUnread(
  tx: TurnTx,
  from: ChannelId,
  to: ChannelId,
  ids: readonly MessageId[],
  isAnyBehind: boolean,
): Promise<ReadonlyMap<UserId, MessageId[]>> {
  const aboveMarks = sql`
    select leaving.user_id, message.id
      from ${leaving(from, to, ids.at(-1))} as leaving cross join message
      where ${isAnyOf(tx, "message.id", ids)}
        and message.id > leaving.read_upto and not exists (select 1 from user_message
        where user_message.user_id = leaving.user_id and user_message.message_id = message.id
          and (user_message.flags & ${READ}) <> 0)
    union all`;
  const { rows } = await sql<{ user_id: UserId; id: MessageId }>`
    ${isAnyBehind ? aboveMarks : sql``}
    select source.user_id, user_message.message_id as id
      from user_message
        join subscription as source on source.user_id = user_message.user_id and source.channel_id = ${from}
      where ${isAnyOf(tx, "user_message.message_id", ids)} and (user_message.flags & ${UNREAD}) <> 0
        and source.is_subscribed and not ${isInTarget(to)}
    order by 2 desc limit ${sql.lit(MOST_TOLD)}`.execute(tx);
  const byUser = Map.groupBy(rows.reverse(), (row) => row.user_id);
  return new Map([...byUser].map(([userId, unread]) => [userId, unread.map((row) => row.id)]));
}

/**
 * A user who has read everything in the target above their mark gets a mark that covers the moved messages too.
 * Otherwise, in a quiet channel with old marks, each reader would need an exception for each message.
 */
async function makeRoom(tx: TurnTx, channelId: ChannelId, newest: MessageId): Promise<void> {
  const first = firstUnreadAbove({
    user: sql.ref("subscription.user_id"),
    recipient: sql.ref("channel.recipient_id"),
    readUpto: sql.ref("subscription.read_upto"),
  });
  const { rows } = await sql<RaisedMark>`
    select subscription.user_id, channel.recipient_id, channel.id as channel_id, subscription.read_upto as mark,
      coalesce(${first} - 1, ${newest}) as raised
    from subscription join channel on channel.id = subscription.channel_id
    where subscription.channel_id = ${channelId} and subscription.is_subscribed
      and subscription.read_upto < ${newest}`.execute(tx);
  await raiseMarks(tx, rows);
}

/** Everyone's marks in the target. For users not subscribed to the source, everything in it was read. */
const marks = (from: ChannelId, to: ChannelId) => sql`(
  select target.user_id, target.read_upto as there,
    case when source.is_subscribed then source.read_upto else ${sql.lit(NEWEST)} end as here
  from subscription as target
    left join subscription as source on source.user_id = target.user_id and source.channel_id = ${from}
  where target.channel_id = ${to} and target.is_subscribed)`;

/** Whether a user's marks disagree about some of the messages. */
const isApart = (ids: readonly MessageId[]) => sql<SqlBool>`(
  (marks.here < marks.there and marks.here < ${ids.at(-1)} and marks.there >= ${ids[0]})
    or (marks.there < marks.here and marks.there < ${ids.at(-1)} and marks.here >= ${ids[0]}))`;

/** Between the two marks, a message without an exception needs one, and one with an exception needs none. */
async function flipBetweenMarks(tx: TurnTx, from: ChannelId, to: ChannelId, ids: readonly MessageId[]): Promise<void> {
  await sql`
    insert into user_message (user_id, message_id, flags)
    select marks.user_id, message.id, case when message.id <= marks.there then ${UNREAD} else ${READ} end
    from ${marks(from, to)} as marks
      join message on ${isAnyOf(tx, "message.id", ids)}
        and ((message.id > marks.here and message.id <= marks.there)
          or (message.id > marks.there and message.id <= marks.here))
    where ${isApart(ids)}
    on conflict (user_id, message_id) do update set flags =
      case when (user_message.flags & ${STATE}) <> 0 then user_message.flags & ~${STATE}
        else user_message.flags | excluded.flags end`.execute(tx);
}

/** Users who are not subscribed to the target have nothing unread there. */
async function forgetOutsiders(tx: TurnTx, to: ChannelId, ids: readonly MessageId[]): Promise<void> {
  const outside = sql<SqlBool>`${isAnyOf(tx, "message_id", ids)} and not exists (select 1 from subscription
    where subscription.user_id = user_message.user_id and subscription.channel_id = ${to}
      and subscription.is_subscribed)`;
  await clearFlags(tx, Flag.read | Flag.unread, outside);
}
