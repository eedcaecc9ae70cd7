/** Loads the facts about users and messages, in one query for many of both. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import { VisibilityPolicy } from "../../channels/user-topics/contract.ts";
import type { MessageId, TopicId, UserId } from "../../kernel/api/ids.ts";
import { numberRows } from "../../kernel/db/dialect.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { Flag, isRead } from "../../messages/flags.ts";
import { Trait } from "../../messages/traits.ts";
import { withDefaults } from "../../organization/settings/setting.ts";
import { type UserSettings, userSettings } from "../../organization/settings/user-settings.ts";
import type { NotifiedMessage } from "./channel.ts";
import type { NotificationFacts } from "./decide.ts";

export interface NotifiedReader {
  readonly user_id: UserId;
  readonly message_id: MessageId;
}

/** A user, a message, and the facts that decide about a notification. */
export interface CandidateFacts extends NotificationFacts {
  readonly userId: UserId;
  readonly message: NotifiedMessage & { readonly topic_id: TopicId | null };
}

/** The number of pairs in one query, which then takes a few milliseconds. */
const BATCH = 200;

/** Ordered by message, then by user. */
export async function factsAbout(db: Db, unsorted: readonly NotifiedReader[]): Promise<CandidateFacts[]> {
  const readers = unsorted.toSorted((a, b) => a.message_id - b.message_id || a.user_id - b.user_id);
  const found: CandidateFacts[] = [];
  for (let start = 0; start < readers.length; start += BATCH) {
    if (start > 0) await nextTurn();
    found.push(...(await batchOf(db, readers.slice(start, start + BATCH))));
  }
  return found;
}

async function batchOf(db: Db, readers: readonly NotifiedReader[]): Promise<CandidateFacts[]> {
  const pairs = readers.map(({ user_id, message_id }) => [user_id, message_id]);
  const rows = await db
    .selectFrom(sql<NotifiedReader>`${numberRows(db, ["user_id", "message_id"], pairs)}`.as("reader"))
    .innerJoin("message", "message.id", "reader.message_id")
    .innerJoin("user", "user.id", "reader.user_id")
    .innerJoin("user as sender", "sender.id", "message.sender_id")
    .leftJoin("channel", "channel.recipient_id", "message.recipient_id")
    .leftJoin("topic", "topic.id", "message.topic_id")
    .leftJoin("subscription", (join) =>
      join.onRef("subscription.user_id", "=", "reader.user_id").onRef("subscription.channel_id", "=", "channel.id"),
    )
    .leftJoin("direct_participant", (join) =>
      join
        .onRef("direct_participant.recipient_id", "=", "message.recipient_id")
        .onRef("direct_participant.user_id", "=", "reader.user_id"),
    )
    .leftJoin("user_topic", (join) =>
      join
        .onRef("user_topic.user_id", "=", "reader.user_id")
        .onRef("user_topic.channel_id", "=", "topic.channel_id")
        .onRef("user_topic.topic_key", "=", "topic.name_key"),
    )
    .leftJoin("user_message", (join) =>
      join
        .onRef("user_message.user_id", "=", "reader.user_id")
        .onRef("user_message.message_id", "=", "reader.message_id"),
    )
    .leftJoin("muted_user", (join) =>
      join
        .onRef("muted_user.user_id", "=", "reader.user_id")
        .onRef("muted_user.muted_user_id", "=", "message.sender_id"),
    )
    .select([
      "user.id as user_id",
      "user.settings",
      "user.is_active",
      "user.bot_type",
      "sender.system_bot",
      "message.id",
      "message.sender_id",
      "message.recipient_id",
      "message.topic_id",
      "message.subject",
      "message.sent_at",
      "message.traits",
      "channel.id as channel_id",
      "subscription.is_subscribed",
      "subscription.is_muted",
      "subscription.read_upto",
      "subscription.email_notifications",
      "subscription.push_notifications",
      "subscription.wildcard_mentions_notify",
      "direct_participant.read_upto as direct_read_upto",
      "user_topic.visibility_policy",
      "user_topic.last_updated",
      "user_message.flags",
      "muted_user.muted_user_id",
    ])
    .orderBy("message.id")
    .orderBy("user.id")
    .execute();
  return rows.map((row): CandidateFacts => {
    const flags = row.flags ?? 0;
    const settings = withDefaults(userSettings, row.settings) as UserSettings;
    const isMentioned = (flags & Flag.mentioned) !== 0;
    // A user who follows the topic because this message mentions them did not follow it when the message was sent.
    const isFollowedForIt =
      isMentioned &&
      settings.automatically_follow_topics_where_mentioned &&
      row.visibility_policy === VisibilityPolicy.followed &&
      (row.last_updated ?? 0) >= row.sent_at;
    const mark = row.channel_id === null ? row.direct_read_upto : row.is_subscribed ? row.read_upto : null;
    return {
      userId: row.user_id,
      message: row,
      settings,
      isActivePerson: row.is_active && row.bot_type === null,
      isSender: row.user_id === row.sender_id,
      isGreeting: row.system_bot === "welcome",
      hasMutedSender: row.muted_user_id !== null,
      // Without a read mark nothing is unread: users who have left the channel since are not notified.
      isUnread: mark !== null && !isRead(row.id, flags, mark),
      isMentioned,
      isTopicMentioned: (flags & Flag.topic_wildcard_mentioned) !== 0,
      isChannelMentioned: (row.traits & Trait.channelWildcard) !== 0,
      channel:
        row.channel_id === null
          ? null
          : {
              is_muted: row.is_muted ?? false,
              email_notifications: row.email_notifications,
              push_notifications: row.push_notifications,
              wildcard_mentions_notify: row.wildcard_mentions_notify,
            },
      policy: isFollowedForIt ? VisibilityPolicy.none : (row.visibility_policy ?? VisibilityPolicy.none),
    };
  });
}
