/** Who is subscribed to which channel, and since when. */
import { type Selectable, sql, type Updateable } from "kysely";
import type { ChannelId, MessageId, UserId } from "../../kernel/api/ids.ts";
import { compiled } from "../../kernel/db/compiled.ts";
import { isAnyOf, typedRows } from "../../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";
import { askAboutEach } from "../../kernel/db/one-by-one.ts";
import type { Schema } from "../../kernel/db/schema.ts";
import type { ChannelRow } from "../store.ts";

export async function subscribedChannelIds(db: Db, userId: UserId): Promise<ChannelId[]> {
  const rows = await db
    .selectFrom("subscription")
    .select("channel_id")
    .where("user_id", "=", userId)
    .where("is_subscribed", "=", true)
    .execute();
  return rows.map((row) => row.channel_id);
}

export function channelsSubscribedBy(db: Db, userId: UserId): Promise<ChannelRow[]> {
  return db
    .selectFrom("channel")
    .innerJoin("subscription", "subscription.channel_id", "channel.id")
    .selectAll("channel")
    .where("subscription.user_id", "=", userId)
    .where("subscription.is_subscribed", "=", true)
    .orderBy("channel.id")
    .execute();
}

/** Active subscribers of each channel, ascending; all, or those with a role. */
export async function subscribersOf(
  db: Db,
  channelIds: readonly ChannelId[],
  role?: number,
): Promise<Map<ChannelId, UserId[]>> {
  return byChannel(channelIds, await askAboutEach(db, channelIds, (ids) => subscriberRows(db, { ids, role })));
}

function byChannel(channelIds: readonly ChannelId[], rows: readonly Subscriber[]): Map<ChannelId, UserId[]> {
  const subscribers = new Map<ChannelId, UserId[]>(channelIds.map((id) => [id, []]));
  for (const row of rows) subscribers.get(row.channel_id)?.push(row.user_id);
  return subscribers;
}

interface Subscriber {
  readonly channel_id: ChannelId;
  readonly user_id: UserId;
}

const activeSubscriptions = (db: Db, ids: readonly ChannelId[]) =>
  db
    .selectFrom("subscription")
    .innerJoin("user", "user.id", "subscription.user_id")
    .where(isAnyOf(db, "subscription.channel_id", ids))
    .where("subscription.is_subscribed", "=", true)
    .where("user.is_active", "=", true);

type SomeSubscribers = { ids: readonly ChannelId[]; role: number | undefined };

const subscriberRows = (db: Db, { ids, role }: SomeSubscribers) =>
  role === undefined ? everySubscriber(db, { ids }) : subscribersWithRole(db, { ids, role });

const everySubscriber = compiled((db, { ids }: { ids: readonly ChannelId[] }) =>
  activeSubscriptions(db, ids)
    .select(["subscription.channel_id", "subscription.user_id"])
    .orderBy("subscription.user_id"),
);

const subscribersWithRole = compiled((db, { ids, role }: { ids: readonly ChannelId[]; role: number }) =>
  activeSubscriptions(db, ids)
    .select(["subscription.channel_id", "subscription.user_id"])
    .where("user.role", "=", role)
    .orderBy("subscription.user_id"),
);

/** Subscribers of each channel who are bots, or were recently present, or have recently sent a message. */
export async function activeSubscribersOf(
  db: Db,
  channelIds: readonly ChannelId[],
  since: { day: number; moment: number },
): Promise<Map<ChannelId, UserId[]>> {
  const ask = async (ids: readonly ChannelId[]) => (await activeSubscribers(db, ids, since).execute(db)).rows;
  return byChannel(channelIds, channelIds.length > 0 ? await askAboutEach(db, channelIds, ask) : []);
}

/**
 * A user's newest message is the last one up to their id in the index by sender. With an equal sender instead, PostgreSQL looks
 * for it backwards through all messages.
 */
const activeSubscribers = (db: Db, ids: readonly ChannelId[], since: { day: number; moment: number }) =>
  sql<Subscriber>`
    select subscription.channel_id, subscription.user_id from subscription
      join "user" on "user".id = subscription.user_id
      left join user_activity as activity on activity.user_id = subscription.user_id
    where ${isAnyOf(db, "subscription.channel_id", ids)} and subscription.is_subscribed and "user".is_active
      and ("user".bot_type is not null or activity.last_day >= ${since.day}
        or subscription.user_id in (select user_id from event_queue)
        or (select case when message.sender_id = subscription.user_id then message.sent_at end from message
            where message.sender_id <= subscription.user_id
            order by message.sender_id desc, message.id desc limit 1) >= ${since.moment})
    order by subscription.user_id`;

export async function subscriberCounts(db: Db, channelIds: readonly ChannelId[]): Promise<Map<ChannelId, number>> {
  const rows = await askAboutEach(db, channelIds, (ids) => countRows(db, { ids }));
  return new Map(rows.map((row) => [row.channel_id, row.count]));
}

const countRows = compiled((db, { ids }: { ids: readonly ChannelId[] }) =>
  activeSubscriptions(db, ids)
    .select((eb) => ["subscription.channel_id", eb.fn.countAll<number>().as("count")])
    .groupBy("subscription.channel_id"),
);

export type SubscriptionRow = Selectable<Schema["subscription"]>;

/** The user's subscriptions, including former ones. */
export const subscriptionsOf = (db: Db, userId: UserId): Promise<SubscriptionRow[]> => ownSubscriptions(db, { userId });

const ownSubscriptions = compiled((db, { userId }: { userId: UserId }) =>
  db.selectFrom("subscription").selectAll().where("user_id", "=", userId),
);

/** All subscriptions of these users, including former ones. */
export function subscriptionsOfUsers(db: Db, userIds: readonly UserId[]): Promise<SubscriptionRow[]> {
  return db
    .selectFrom("subscription")
    .selectAll()
    .where(isAnyOf(db, "user_id", userIds))
    .execute();
}

/** Rows are written in batches, because a statement has a limited number of parameters. */
const BATCH = 1000;

export interface NewSubscription {
  user_id: UserId;
  channel_id: ChannelId;
  color: string;
}

/** Subscribes; a former subscription is restored with its settings. Earlier messages count as read. */
export async function insertSubscriptions(
  tx: TurnTx,
  added: readonly NewSubscription[],
  newestMessage: MessageId,
): Promise<void> {
  for (let start = 0; start < added.length; start += BATCH) {
    const batch = added.slice(start, start + BATCH);
    const rows = batch.map((each) => ({
      ...each,
      is_subscribed: true,
      is_muted: false,
      pin_to_top: false,
      read_upto: newestMessage,
    }));
    await tx
      .insertInto("subscription")
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(["user_id", "channel_id"]).doUpdateSet({ is_subscribed: true, read_upto: newestMessage }),
      )
      .execute();
    const periods = batch.map(({ user_id, channel_id }) => ({
      user_id,
      channel_id,
      from_message_id: newestMessage + 1,
    }));
    await tx
      .insertInto("subscription_period")
      .values(periods)
      // Left and rejoined without a message in between: the period continues.
      .onConflict((conflict) =>
        conflict.columns(["user_id", "channel_id", "from_message_id"]).doUpdateSet({ to_message_id: null }),
      )
      .execute();
  }
}

/**
 * Adds everything sent before the user subscribed to these channels to their own history. One value for each channel,
 * however long its history is.
 */
export async function giveHistory(tx: TurnTx, userId: UserId, channelIds: readonly ChannelId[]): Promise<void> {
  await tx
    .updateTable("subscription")
    .set((eb) => ({ given_upto: eb.ref("read_upto") }))
    .where("user_id", "=", userId)
    .where(isAnyOf(tx, "channel_id", channelIds))
    .execute();
}

/** Which of these users are subscribed to which of these channels. */
export function subscribedPairs(db: Db, userIds: readonly UserId[], channelIds: readonly ChannelId[]) {
  return db
    .selectFrom("subscription")
    .select(["user_id", "channel_id"])
    .where(isAnyOf(db, "channel_id", channelIds))
    .where(isAnyOf(db, "user_id", userIds))
    .where("is_subscribed", "=", true)
    .orderBy("channel_id")
    .orderBy("user_id")
    .execute();
}

/** Which of these users are subscribed to the channel, or have been. */
export async function everSubscribed(
  db: Db,
  userIds: readonly UserId[],
  channelId: ChannelId,
): Promise<ReadonlySet<UserId>> {
  const rows = await db
    .selectFrom("subscription")
    .select("user_id")
    .where("channel_id", "=", channelId)
    .where(isAnyOf(db, "user_id", userIds))
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

/** The settings are kept; the period ends with the newest message. */
export async function endSubscriptions(
  tx: TurnTx,
  userIds: readonly UserId[],
  channelIds: readonly ChannelId[],
  newestMessage: MessageId,
): Promise<void> {
  await tx
    .updateTable("subscription")
    .set({ is_subscribed: false })
    .where(isAnyOf(tx, "channel_id", channelIds))
    .where(isAnyOf(tx, "user_id", userIds))
    .where("is_subscribed", "=", true)
    .execute();
  await tx
    .updateTable("subscription_period")
    .set({ to_message_id: newestMessage })
    .where(isAnyOf(tx, "user_id", userIds))
    .where(isAnyOf(tx, "channel_id", channelIds))
    .where("to_message_id", "is", null)
    .execute();
}

/** Since when everybody has been subscribed to the channel without a break. */
export function currentPeriods(
  db: Db,
  channelId: ChannelId,
): Promise<{ readonly user_id: UserId; readonly from: MessageId }[]> {
  return db
    .selectFrom("subscription_period")
    .select(["user_id", "from_message_id as from"])
    .where("channel_id", "=", channelId)
    .where("to_message_id", "is", null)
    .orderBy("user_id")
    .execute();
}

/** A break in the current period of somebody who stays subscribed. */
export interface PeriodBreak {
  readonly user_id: UserId;
  /** The last message before it; undefined if the current period had none. */
  readonly before: MessageId | undefined;
  /** What follows; the last one has no end. */
  readonly after: readonly { readonly from: MessageId; readonly to: MessageId | null }[];
}

export async function breakPeriods(tx: TurnTx, channel_id: ChannelId, breaks: readonly PeriodBreak[]): Promise<void> {
  for (const [before, some] of Map.groupBy(breaks, (each) => each.before)) {
    const users = some.map(({ user_id }) => user_id);
    const current = isAnyOf(tx, "user_id", users);
    if (before === undefined)
      await tx
        .deleteFrom("subscription_period")
        .where("channel_id", "=", channel_id)
        .where("to_message_id", "is", null)
        .where(current)
        .execute();
    else
      await tx
        .updateTable("subscription_period")
        .set({ to_message_id: before })
        .where("channel_id", "=", channel_id)
        .where("to_message_id", "is", null)
        .where(current)
        .execute();
  }
  const rows = breaks.flatMap(({ user_id, after }) =>
    after.map(({ from, to }) => ({ user_id, channel_id, from_message_id: from, to_message_id: to })),
  );
  for (let start = 0; start < rows.length; start += BATCH)
    await tx
      .insertInto("subscription_period")
      .values(rows.slice(start, start + BATCH))
      .execute();
}

/** In place of all that somebody has in the channel. Only the last may have no end, and only while they are subscribed. */
export async function replacePeriods(
  tx: TurnTx,
  user_id: UserId,
  channel_id: ChannelId,
  periods: readonly { readonly from: MessageId; readonly to: MessageId | null }[],
): Promise<void> {
  await tx
    .deleteFrom("subscription_period")
    .where("user_id", "=", user_id)
    .where("channel_id", "=", channel_id)
    .execute();
  const rows = periods.map(({ from, to }) => ({ user_id, channel_id, from_message_id: from, to_message_id: to }));
  for (let start = 0; start < rows.length; start += BATCH)
    await tx
      .insertInto("subscription_period")
      .values(rows.slice(start, start + BATCH))
      .execute();
}

/** Settings of one user for channels; what is undefined stays. */
export interface SubscriptionSettings {
  readonly color?: string | undefined;
  readonly is_muted?: boolean | undefined;
  readonly pin_to_top?: boolean | undefined;
  readonly desktop_notifications?: boolean | undefined;
  readonly audible_notifications?: boolean | undefined;
  readonly push_notifications?: boolean | undefined;
  readonly email_notifications?: boolean | undefined;
  readonly wildcard_mentions_notify?: boolean | undefined;
}

const SWITCHES = [
  ...(["is_muted", "pin_to_top", "desktop_notifications", "audible_notifications"] as const),
  ...(["push_notifications", "email_notifications", "wildcard_mentions_notify"] as const),
];

/** In one statement, however many they are. */
export async function changeSubscriptions(
  tx: TurnTx,
  userId: UserId,
  changed: readonly { readonly id: ChannelId; readonly changes: SubscriptionSettings }[],
): Promise<void> {
  if (changed.length === 0) return;
  const switches = Object.fromEntries(SWITCHES.map((name) => [name, "bigint"] as const));
  const rows = changed.map(({ id, changes }) => ({
    ...{ id, color: changes.color ?? null },
    ...Object.fromEntries(SWITCHES.map((name) => [name, changes[name] === undefined ? null : Number(changes[name])])),
  }));
  const isOn = (name: string) => sql`coalesce(given.${sql.ref(name)} <> 0, subscription.${sql.ref(name)})`;
  await sql`
    update subscription set color = coalesce(given.color, subscription.color),
      ${sql.join(SWITCHES.map((name) => sql`${sql.ref(name)} = ${isOn(name)}`))}
    from ${typedRows(tx, { id: "bigint", color: "text", ...switches }, rows)} as given
    where subscription.user_id = ${userId} and subscription.channel_id = given.id`.execute(tx);
}

export async function changeSubscription(
  tx: TurnTx,
  userId: UserId,
  channelId: ChannelId,
  changes: Updateable<Schema["subscription"]>,
): Promise<void> {
  await tx
    .updateTable("subscription")
    .set(changes)
    .where("user_id", "=", userId)
    .where("channel_id", "=", channelId)
    .execute();
}
