import type { ChannelId, UserId } from "../../kernel/api/ids.ts";
import { compiled } from "../../kernel/db/compiled.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";
import { fold } from "../../kernel/db/names.ts";
import { VisibilityPolicy } from "./contract.ts";

/** A topic by its channel and its name, whatever the case of it. */
export interface TopicRef {
  channel_id: ChannelId;
  topic_name: string;
}

/** What these users want of the topic; those who want nothing are missing. */
export async function topicPolicies(
  db: Db,
  { channel_id, topic_name }: TopicRef,
  userIds: readonly UserId[],
): Promise<Map<UserId, number>> {
  const rows = await db
    .selectFrom("user_topic")
    .select(["user_id", "visibility_policy"])
    .where(isAnyOf(db, "user_id", userIds))
    .where("channel_id", "=", channel_id)
    .where("topic_key", "=", fold(topic_name))
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.visibility_policy]));
}

/** Everybody who wants something of the topic. */
export function usersWithPolicy(db: Db, { channel_id, topic_name }: TopicRef) {
  return db
    .selectFrom("user_topic")
    .select(["user_id", "visibility_policy"])
    .where("channel_id", "=", channel_id)
    .where("topic_key", "=", fold(topic_name))
    .orderBy("user_id")
    .execute();
}

export async function storeTopicPolicy(
  tx: TurnTx,
  { channel_id, topic_name }: TopicRef,
  userIds: readonly UserId[],
  visibility_policy: number,
  last_updated: number,
): Promise<void> {
  const topic_key = fold(topic_name);
  if (userIds.length === 0) return;
  if (visibility_policy === VisibilityPolicy.none) {
    await tx
      .deleteFrom("user_topic")
      .where(isAnyOf(tx, "user_id", userIds))
      .where("channel_id", "=", channel_id)
      .where("topic_key", "=", topic_key)
      .execute();
    return;
  }
  // The spelling that was stored first stays.
  const change = { visibility_policy, last_updated };
  const rows = userIds.map((user_id) => ({ user_id, channel_id, topic_key, topic_name, ...change }));
  for (let start = 0; start < rows.length; start += BATCH)
    await tx
      .insertInto("user_topic")
      .values(rows.slice(start, start + BATCH))
      .onConflict((conflict) => conflict.columns(["user_id", "channel_id", "topic_key"]).doUpdateSet(change))
      .execute();
}

/** Stores preferences of a user for topics for which there are none. */
export async function addTopicPolicies(
  tx: TurnTx,
  user_id: UserId,
  topics: readonly (TopicRef & { readonly visibility_policy: number; readonly last_updated: number })[],
): Promise<void> {
  const rows = topics.map((topic) => ({ user_id, topic_key: fold(topic.topic_name), ...topic }));
  for (let start = 0; start < rows.length; start += BATCH)
    await tx
      .insertInto("user_topic")
      .values(rows.slice(start, start + BATCH))
      .onConflict((conflict) => conflict.columns(["user_id", "channel_id", "topic_key"]).doNothing())
      .execute();
}

/** A statement takes a limited number of values. */
const BATCH = 1000;

/** These users' preferences, in the order in which they were made. */
export const topicsOf = (db: Db, ...userIds: UserId[]) => allPreferences(db, { userIds });

const allPreferences = compiled((db, { userIds }: { userIds: readonly UserId[] }) => preferencesOf(db, userIds));

/** The topics that these users have muted, of which there are few. */
export const mutedTopics = (db: Db, userIds: readonly UserId[]) => mutedPreferences(db, { userIds });

const mutedPreferences = compiled((db, { userIds }: { userIds: readonly UserId[] }) =>
  preferencesOf(db, userIds)
    .where("user_topic.visibility_policy", "=", VisibilityPolicy.muted)
    .where("channel.is_archived", "=", false),
);

function preferencesOf(db: Db, userIds: readonly UserId[]) {
  return db
    .selectFrom("user_topic")
    .innerJoin("channel", "channel.id", "user_topic.channel_id")
    .select([
      "user_topic.user_id",
      "user_topic.channel_id",
      "user_topic.topic_name",
      "user_topic.last_updated",
      "user_topic.visibility_policy",
      "channel.name as channel_name",
      "channel.is_archived",
    ])
    .where(isAnyOf(db, "user_topic.user_id", userIds))
    .orderBy("user_topic.last_updated")
    .orderBy("user_topic.channel_id")
    .orderBy("user_topic.topic_key");
}
