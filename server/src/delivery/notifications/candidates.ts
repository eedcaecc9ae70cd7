/**
 * Finds users who may need a notification about messages: recipients, mentioned users, and users who want notifications
 * about everything in a channel or topic. Uses indexes only; reads all subscribers only if a message mentions the whole
 * channel.
 */
import { type SqlBool, sql } from "kysely";
import { VisibilityPolicy } from "../../channels/user-topics/contract.ts";
import type { ChannelId, MessageId, RealmId, RecipientId, TopicId, UserId } from "../../kernel/api/ids.ts";
import { compiled } from "../../kernel/db/compiled.ts";
import { isAnyOf, isJsonTrue } from "../../kernel/db/dialect.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { MENTION_FLAGS } from "../../messages/flags.ts";
import { Trait } from "../../messages/traits.ts";
import type { NotifiedReader } from "./facts.ts";

export interface NewMessage {
  readonly id: MessageId;
  readonly sender_id: UserId;
  readonly recipient_id: RecipientId;
  readonly topic_id: TopicId | null;
  readonly traits: number;
  readonly sent_at: number;
  /** Null for a direct message. */
  readonly channel_id: ChannelId | null;
}

/** The organization's messages after `upto`, oldest first. */
export const messagesAfter = compiled((db, given: { realmId: RealmId; upto: MessageId; limit: number }) =>
  db
    .selectFrom("message")
    .leftJoin("channel", "channel.recipient_id", "message.recipient_id")
    .select([
      "message.id",
      "message.sender_id",
      "message.recipient_id",
      "message.topic_id",
      "message.traits",
      "message.sent_at",
      "channel.id as channel_id",
    ])
    .where("message.realm_id", "=", given.realmId)
    .where("message.id", ">", given.upto)
    .orderBy("message.id")
    .limit(given.limit),
);

export async function candidatesFor(
  db: Db,
  realmId: RealmId,
  scanned: readonly NewMessage[],
): Promise<NotifiedReader[]> {
  const messages = scanned.filter((message) => !isImported(message));
  if (messages.length === 0) return [];
  const found = new Map<string, NotifiedReader>();
  const add = (message_id: MessageId, users: Iterable<UserId> | undefined) => {
    for (const user_id of users ?? []) found.set(`${message_id} ${user_id}`, { message_id, user_id });
  };
  const direct = messages.filter((message) => message.channel_id === null);
  const participants = await participantsIn(db, direct);
  for (const { id, recipient_id } of direct) add(id, participants.get(recipient_id));

  for (const { message_id, user_id } of await mentionedIn(db, messages)) add(message_id, [user_id]);

  const inChannels = messages.filter((message) => message.channel_id !== null);
  const [wantingAll, followers, subscribers] = [
    await subscribersWantingAll(db, realmId, inChannels),
    await followersOf(db, inChannels),
    await subscribersOf(db, inChannels.filter(mentionsChannel)),
  ];
  for (const message of inChannels) {
    add(message.id, wantingAll.get(message.channel_id as ChannelId));
    add(message.id, followers.get(message.topic_id as TopicId));
    if (mentionsChannel(message)) add(message.id, subscribers.get(message.channel_id as ChannelId));
  }
  for (const { id, sender_id } of messages) found.delete(`${id} ${sender_id}`);
  return [...found.values()];
}

const isImported = ({ traits }: NewMessage) => (traits & Trait.imported) !== 0;

export const mentionsChannel = (message: NewMessage) =>
  !isImported(message) && (message.traits & Trait.channelWildcard) !== 0;

type ByPlace = Map<number, UserId[]>;

function byPlace(rows: readonly { place: number; user_id: UserId }[]): ByPlace {
  const users: ByPlace = new Map();
  for (const { place, user_id } of rows) {
    const there = users.get(place);
    if (there) there.push(user_id);
    else users.set(place, [user_id]);
  }
  return users;
}

async function participantsIn(db: Db, messages: readonly NewMessage[]): Promise<ByPlace> {
  const ids = [...new Set(messages.map((message) => message.recipient_id))];
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("direct_participant")
    .select(["recipient_id as place", "user_id"])
    .where(isAnyOf(db, "recipient_id", ids))
    .execute();
  return byPlace(rows);
}

function mentionedIn(db: Db, messages: readonly NewMessage[]): Promise<NotifiedReader[]> {
  const ids = messages.map((message) => message.id);
  return db
    .selectFrom("user_message")
    .select(["user_id", "message_id"])
    .where(isAnyOf(db, "message_id", ids))
    .where(sql<SqlBool>`(flags & ${sql.lit(MENTION_FLAGS)}) <> 0`)
    .execute();
}

const channelsOf = (messages: readonly NewMessage[]) => [
  ...new Set(messages.map((message) => message.channel_id as ChannelId)),
];

/**
 * Users who want notifications about every message in these channels: by their settings for the channel, or for all
 * channels.
 */
async function subscribersWantingAll(db: Db, realmId: RealmId, messages: readonly NewMessage[]): Promise<ByPlace> {
  const ids = channelsOf(messages);
  if (ids.length === 0) return new Map();
  const wantsAll = sql<SqlBool>`(${isJsonTrue(db, "user.settings", "enable_stream_email_notifications")}
    or ${isJsonTrue(db, "user.settings", "enable_stream_push_notifications")})`;
  const { rows } = await sql<{ place: ChannelId; user_id: UserId }>`
    select channel_id as place, user_id from subscription
    where ${isAnyOf(db, "channel_id", ids)} and is_subscribed
      and (email_notifications is true or push_notifications is true)
    union
    select subscription.channel_id, subscription.user_id
    from "user" join subscription on subscription.user_id = "user".id
    where "user".realm_id = ${realmId} and ${wantsAll} and subscription.is_subscribed
      and ${isAnyOf(db, "subscription.channel_id", ids)}`.execute(db);
  return byPlace(rows);
}

async function followersOf(db: Db, messages: readonly NewMessage[]): Promise<ByPlace> {
  const ids = [...new Set(messages.map((message) => message.topic_id as TopicId))];
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("topic")
    .innerJoin("user_topic", (join) =>
      join.onRef("user_topic.channel_id", "=", "topic.channel_id").onRef("user_topic.topic_key", "=", "topic.name_key"),
    )
    .select(["topic.id as place", "user_topic.user_id"])
    .where(isAnyOf(db, "topic.id", ids))
    .where("user_topic.visibility_policy", "=", VisibilityPolicy.followed)
    .execute();
  return byPlace(rows);
}

async function subscribersOf(db: Db, messages: readonly NewMessage[]): Promise<ByPlace> {
  const ids = channelsOf(messages);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("subscription")
    .select(["channel_id as place", "user_id"])
    .where(isAnyOf(db, "channel_id", ids))
    .where("is_subscribed", "=", true)
    .execute();
  return byPlace(rows);
}
