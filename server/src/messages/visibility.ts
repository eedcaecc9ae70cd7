/**
 * Which messages a user may see: the one place that decides it. Fetching, searching, single reads, topics, events and
 * uploads all use it. What subscriptions make visible is in periods.ts.
 */
import { type Expression, type SqlBool, sql } from "kysely";
import { hasContentAccess, hasMetadataAccess, isHistoryProtected, seesAllHistory } from "../channels/permissions.ts";
import { type Channel, channelsByIds } from "../channels/store.ts";
import { isGuest } from "../kernel/access/roles.ts";
import type { ChannelId, MessageId, RealmId, UserId } from "../kernel/api/ids.ts";
import type { Context, User } from "../kernel/context.ts";
import { isAnyOf } from "../kernel/db/dialect.ts";
import type { Db } from "../kernel/db/handles.ts";
import { Flag } from "./flags.ts";
import { isInPeriod, isWithin, periods, periodsOf } from "./periods.ts";

/** In a query whose messages stand under the name `message`. */
type Condition = Expression<SqlBool>;

const MESSAGE_ID = sql.ref("message.id");

export const nothing = sql<SqlBool>`1 = 0`;

/** In a query with `channel` and the user's `subscription` to it: currently subscribed. */
const isSubscribed = sql<SqlBool>`subscription.is_subscribed`;

/** In a query with `channel` and `subscription`: subscribed, or a channel whose history the user can read or join. */
export const isStillOpen = (user: User) =>
  isGuest(user)
    ? sql<SqlBool>`(subscription.is_subscribed or channel.is_web_public)`
    : sql<SqlBool>`(subscription.is_subscribed or not channel.invite_only
        or (channel.history_public_to_subscribers and ${admits(user)}))`;

/** The query form of `mayJoin`. */
function admits({ groups }: User): Condition {
  if (groups.size === 0) return nothing;
  const theirs = sql.join([...groups]);
  return sql<SqlBool>`(channel.can_add_subscribers_group in (${theirs}) or channel.can_subscribe_group in (${theirs}))`;
}

/** The negated query form of `isHistoryProtected`. */
export const showsAllHistory = (channel: string) =>
  sql<SqlBool>`(not ${sql.ref(`${channel}.invite_only`)} or ${sql.ref(`${channel}.history_public_to_subscribers`)})`;

/** The message was sent while the user was subscribed, in a channel that matches the condition now. */
const sentDuringSubscription = (userId: UserId, now: Condition) => sql<SqlBool>`exists (
  select 1 from channel
    join subscription on subscription.channel_id = channel.id and subscription.user_id = ${userId} and ${now}
    join ${periods} on period.channel_id = channel.id and period.user_id = ${userId}
  where channel.recipient_id = message.recipient_id and ${isInPeriod(MESSAGE_ID)})`;

export const isParticipant = (userId: UserId) => sql<SqlBool>`exists (
  select 1 from direct_participant
  where direct_participant.recipient_id = message.recipient_id and direct_participant.user_id = ${userId})`;

/** Messages of one channel: all or, with protected history, those sent while the user was subscribed. */
export function visibleInChannel(user: User, channel: Channel): Condition {
  if (!hasContentAccess(user, channel)) return nothing;
  const inChannel = sql<SqlBool>`message.recipient_id = ${channel.recipient_id}`;
  return isHistoryProtected(channel)
    ? sql<SqlBool>`(${inChannel} and ${sentDuringSubscription(user.id, isSubscribed)})`
    : inChannel;
}

/** What the user received: direct messages, and channel messages sent while subscribed, if still accessible. */
export function receivedBy(user: User): Condition {
  return sql<SqlBool>`(${isParticipant(user.id)} or ${sentDuringSubscription(user.id, isStillOpen(user))})`;
}

/**
 * A user's own history: what they received, what they were given when they joined the organization, and what they added
 * later, by a star or by marking it unread, if still accessible. Read flags alone are not enough: a sender has one
 * without being subscribed. With protected history, only what was received counts.
 */
export function personalHistory(user: User): Condition {
  return sql<SqlBool>`(${receivedBy(user)} or ${isGiven(user)} or ${isKept(user)})`;
}

const isGiven = (user: User) => sql<SqlBool>`exists (
  select 1 from channel
    join subscription on subscription.channel_id = channel.id and subscription.user_id = ${user.id}
  where channel.recipient_id = message.recipient_id and message.id <= subscription.given_upto
    and ${isStillOpen(user)} and ${showsAllHistory("channel")})`;

const isKept = (user: User) => sql<SqlBool>`(exists (
  select 1 from user_message
  where user_message.user_id = ${user.id} and user_message.message_id = message.id
    and (user_message.flags & ${sql.lit(~Flag.read)}) <> 0)
  and exists (
    select 1 from channel
      left join subscription on subscription.channel_id = channel.id and subscription.user_id = ${user.id}
    where channel.recipient_id = message.recipient_id and ${isStillOpen(user)}
      and ${showsAllHistory("channel")}))`;

/** Messages of every public channel. */
export const inPublicChannels = (realmId: RealmId) => sql<SqlBool>`message.recipient_id in (
  select recipient_id from channel where realm_id = ${realmId} and not invite_only)`;

/** Any visible message: received, or in a channel whose history the user can read. */
export function visibleTo(db: Db, user: User, channels: readonly Channel[]): Condition {
  const open = channels.filter((channel) => seesAllHistory(user, channel));
  const inOpenChannel = isAnyOf(
    db,
    "message.recipient_id",
    open.map((channel) => channel.recipient_id),
  );
  return sql<SqlBool>`(${receivedBy(user)} or ${inOpenChannel})`;
}

/**
 * In a query over topics of a channel with protected history: the newest message of the topic that the user received;
 * null if there is none. Users who are not subscribed now see none.
 */
export const newestReceivedInTopic = (user: User) => sql<MessageId | null>`(
  select max((
    select max(message.id) from message where message.topic_id = topic.id and ${isInPeriod(MESSAGE_ID)}))
  from ${periods}
    join subscription on subscription.channel_id = period.channel_id and subscription.user_id = period.user_id
  where period.user_id = ${user.id} and period.channel_id = topic.channel_id and ${isSubscribed})`;

/** In a channel with protected history: whether the user received an earlier message of the topic. */
export const hasReceivedEarlier = (
  user: User,
  message: { id: MessageId; channel_id: ChannelId },
) => sql<SqlBool>`exists (
  select 1 from ${periods} join message on ${isInPeriod(MESSAGE_ID)}
  where period.user_id = ${user.id} and period.channel_id = ${message.channel_id} and message.id < ${message.id}
    and message.topic_id = (select topic_id from message as sent where sent.id = ${message.id}))`;

/** What a reader may know about a message's former place: all of it, only the channel, or neither. */
export type PlaceKnown = "place" | "channel" | "nothing";

/**
 * What the user may know about where messages have been: channel and topic if they could read the message there now;
 * the channel if they can see it; otherwise nothing.
 */
export async function placesKnown(
  { db, realm, user }: Context,
  channelIds: readonly ChannelId[],
): Promise<(channelId: ChannelId, messageId: MessageId) => PlaceKnown> {
  const channels = channelIds.length > 0 ? await channelsByIds(db, realm.id, user.id, channelIds) : [];
  const seen = new Map(channels.map((channel) => [channel.id, channel]));
  const guarded = channels.filter((channel) => isHistoryProtected(channel) && channel.is_subscribed);
  const own = await periodsOf(
    db,
    user.id,
    guarded.map((channel) => channel.id),
  );
  return (channelId, messageId) => {
    const channel = seen.get(channelId);
    if (!channel || !hasMetadataAccess(user, channel)) return "nothing";
    if (!hasContentAccess(user, channel)) return "channel";
    if (!isHistoryProtected(channel)) return "place";
    return isWithin(own.get(channelId) ?? [], messageId) ? "place" : "channel";
  };
}

/** What is web-public, if the organization allows it: the query form of `hasContentAccess`. */
export const visibleToVisitors = (realmId: RealmId) => sql<SqlBool>`message.recipient_id in (
  select recipient_id from channel where realm_id = ${realmId} and is_web_public and not is_archived)`;
