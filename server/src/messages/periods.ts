/**
 * Subscription periods, which determine the channel messages a user received. With protected history, nothing else is
 * visible. Every query about them uses the conditions in this file, so that there is one rule (periods.test.ts lists
 * the files that store the rows).
 */
import { type Expression, type SqlBool, sql } from "kysely";
import type { ChannelId, MessageId, RecipientId, UserId } from "../kernel/api/ids.ts";
import { compiled } from "../kernel/db/compiled.ts";
import { isAnyOf } from "../kernel/db/dialect.ts";
import type { Db } from "../kernel/db/handles.ts";

/** From one message to another, inclusive; `to` is null while the subscription lasts. */
export interface Period {
  readonly from: MessageId;
  readonly to: MessageId | null;
}

export const isWithin = (periods: readonly Period[], id: MessageId): boolean =>
  periods.some(({ from, to }) => from <= id && (to === null || id <= to));

/** A value, or a column of the statement. */
type Operand = Expression<unknown> | number;

/** For a query's `from` or `join`; the alias is `period`. */
export const periods = sql`subscription_period as period`;

/** In a query with `periods`: the message was sent in the period. */
export const isInPeriod = (message: Operand) =>
  sql<SqlBool>`${message} >= period.from_message_id
    and (period.to_message_id is null or ${message} <= period.to_message_id)`;

/** In a query with `periods`: it has not ended. */
export const isLastingPeriod = sql<SqlBool>`period.to_message_id is null`;

/**
 * The period's range for queries over periods that may have ended long ago. Because its end is never null, SQLite searches
 * an index between both ends. PostgreSQL expects so few messages between them that it may take the primary key instead of
 * a better index, so this is not for everywhere.
 */
export const isBetweenEndsOfPeriod = (message: Operand) =>
  sql<SqlBool>`${message} >= period.from_message_id
    and ${message} <= coalesce(period.to_message_id, ${sql.lit(Number.MAX_SAFE_INTEGER)})`;

/** The message was sent while the user was subscribed to the channel. */
export const wasSubscribed = (at: { readonly user: Operand; readonly channel: Operand; readonly message: Operand }) =>
  sql<SqlBool>`exists (
    select 1 from ${periods}
    where period.user_id = ${at.user} and period.channel_id = ${at.channel} and ${isInPeriod(at.message)})`;

/** The periods of each subscriber that can contain any of these messages, which are in ascending order. */
export async function periodsOfSubscribers(
  db: Db,
  channelId: ChannelId,
  ids: readonly MessageId[],
): Promise<Map<UserId, readonly Period[]>> {
  const [first, last] = [ids[0] ?? 0, ids.at(-1) ?? 0];
  const rows = await db
    .selectFrom("subscription")
    .leftJoin("subscription_period as period", (join) =>
      join
        .onRef("period.user_id", "=", "subscription.user_id")
        .onRef("period.channel_id", "=", "subscription.channel_id")
        .on("period.from_message_id", "<=", last)
        .on((eb) => eb.or([eb("period.to_message_id", "is", null), eb("period.to_message_id", ">=", first)])),
    )
    .select(["subscription.user_id", "period.from_message_id as from", "period.to_message_id as to"])
    .where("subscription.channel_id", "=", channelId)
    .where("subscription.is_subscribed", "=", true)
    .execute();
  return new Map(
    [...Map.groupBy(rows, (row) => row.user_id)].map(([userId, periods]) => [
      userId,
      periods.flatMap(({ from, to }) => (from === null ? [] : [{ from, to }])),
    ]),
  );
}

/** A user's periods in each of these channels. */
export async function periodsOf(
  db: Db,
  userId: UserId,
  channelIds: readonly ChannelId[],
): Promise<Map<ChannelId, Period[]>> {
  if (channelIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("subscription_period")
    .select(["channel_id", "from_message_id as from", "to_message_id as to"])
    .where("user_id", "=", userId)
    .where(isAnyOf(db, "channel_id", channelIds))
    .execute();
  return Map.groupBy(rows, (row) => row.channel_id);
}

/** The user's current and former subscriptions to the channels of these conversations: a row for each period. */
export const subscriptionsByPeriod = compiled((db, given: { userId: UserId; recipientIds: readonly RecipientId[] }) =>
  db
    .selectFrom("subscription")
    .innerJoin("channel", "channel.id", "subscription.channel_id")
    .innerJoin("subscription_period as period", (join) =>
      join.onRef("period.channel_id", "=", "channel.id").on("period.user_id", "=", given.userId),
    )
    .select(["channel.recipient_id", "subscription.read_upto", "subscription.is_subscribed"])
    .select(["period.from_message_id as from", "period.to_message_id as to"])
    .where("subscription.user_id", "=", given.userId)
    .where(isAnyOf(db, "channel.recipient_id", given.recipientIds)),
);
