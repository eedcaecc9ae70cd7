/** Changes users' visibility policies for a topic, and notifies their clients. */
import type { UserId } from "../../kernel/api/ids.ts";
import type { OpenContext, Writing } from "../../kernel/context.ts";
import { toUsers } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { viewersOf } from "../../people/users/viewers.ts";
import { sightOf } from "../sight.ts";
import { channelsWithIds } from "../store.ts";
import { VisibilityPolicy } from "./contract.ts";
import { mutedTopicsEvent, userTopicEvent } from "./events.ts";
import { mutedTopics, storeTopicPolicy, type TopicRef, topicPolicies } from "./store.ts";

/**
 * Sets one policy for all these users; those who already have it get no event. Returns who was changed. Users with more
 * policy changes in the same change get the list for older clients only then.
 */
export async function setTopicPolicy(
  ctx: Writing,
  topic: TopicRef,
  userIds: readonly UserId[],
  visibility_policy: number,
  { hearsMore = false } = {},
): Promise<UserId[]> {
  const { db, now } = ctx;
  const before = await topicPolicies(db, topic, userIds);
  const changed = userIds.filter((id) => (before.get(id) ?? VisibilityPolicy.none) !== visibility_policy);
  if (changed.length === 0) return [];
  await storeTopicPolicy(db, topic, changed, visibility_policy, now);
  if (!hearsMore) await tellMutedTopics(ctx, changed);
  const { channel_id: stream_id, topic_name } = topic;
  append(ctx, userTopicEvent({ stream_id, topic_name, last_updated: now, visibility_policy }), toUsers(...changed));
  return changed;
}

async function tellMutedTopics(ctx: Writing, users: readonly UserId[]): Promise<void> {
  const muted = await mutedTopicsOf(ctx, ...users);
  const personal = Object.fromEntries(users.map((id) => [id, { muted_topics: muted.get(id) ?? [] }]));
  append(ctx, mutedTopicsEvent({ muted_topics: [] }), toUsers(...users), { personal });
}

/** By user: channel name, topic and when it was muted. A channel they lost access to may have another name now. */
export async function mutedTopicsOf(
  { db, realm }: Pick<OpenContext, "db" | "realm">,
  ...userIds: UserId[]
): Promise<Map<UserId, [string, string, number][]>> {
  const muted = await mutedTopics(db, userIds);
  const lists = new Map<UserId, [string, string, number][]>(userIds.map((id) => [id, []]));
  if (muted.length === 0) return lists;
  const ids = [...new Set(muted.map((topic) => topic.channel_id))];
  const channels = await channelsWithIds(db, realm.id, ids);
  const sight = await sightOf(db, channels, await viewersOf(db, realm.id, userIds));
  for (const topic of muted)
    if (sight.get(topic.channel_id)?.has(topic.user_id))
      lists.get(topic.user_id)?.push([topic.channel_name, topic.topic_name, topic.last_updated]);
  return lists;
}
