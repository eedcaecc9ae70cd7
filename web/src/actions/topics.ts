/** What the reader does with a topic as a whole. */
import { topicKey } from "@parley/client";
import { messageEditing, userTopics } from "@parley/server/contract";
import { policyOf } from "../inbox-order/standing.ts";
import { showToast } from "../parts/toasts.tsx";
import type { Session } from "../state/session.tsx";
import { type TextKey, t } from "../text/text.ts";
import { attempt } from "./attempt.ts";
import { markRead, unreadIdsWhere } from "./read.ts";
import { isResolved, plainTopic, RESOLVED } from "./resolved.ts";

export { isResolved, plainTopic } from "./resolved.ts";

export const TopicPolicy = { none: 0, muted: 1, unmuted: 2, followed: 3 } as const;
export type TopicPolicyName = keyof typeof TopicPolicy;
export type TopicPolicy = (typeof TopicPolicy)[TopicPolicyName];

const SAID: Readonly<Record<TopicPolicy, TextKey>> = {
  0: "channels.topicAsChannel",
  1: "channels.topicMuted",
  2: "channels.topicUnmuted",
  3: "channels.topicFollowed",
};

const change = ({ connection }: Session, channelId: number, topic: string, policy: TopicPolicy) =>
  connection.call(userTopics.setTopicVisibility, { stream_id: channelId, topic, visibility_policy: policy });

export function setTopicPolicy(session: Session, channelId: number, topic: string, policy: TopicPolicy): Promise<void> {
  const before = policyOf(session.store.state, channelId, topic) as TopicPolicy;
  return attempt(async () => {
    await change(session, channelId, topic, policy);
    showToast({
      text: t(SAID[policy], { topic: topic || `${session.store.state.realm.realm_empty_topic_display_name}` }),
      undo: () => void attempt(() => change(session, channelId, topic, before)),
    });
  });
}

export function markTopicRead(session: Session, channelId: number, topic: string): Promise<void> {
  const key = topicKey(channelId, topic);
  const isMeant = (place: Parameters<Parameters<typeof unreadIdsWhere>[1]>[0]) =>
    place.type === "stream" && topicKey(place.stream_id, place.topic) === key;
  return markRead(session, unreadIdsWhere(session, isMeant));
}

export function markDirectRead(session: Session, userIds: readonly number[]): Promise<void> {
  const wanted = userIds.join();
  return markRead(
    session,
    unreadIdsWhere(session, (place) => place.type === "private" && place.user_ids.join() === wanted),
  );
}

/** Gives the topic another name; any of its messages stands for it. */
export async function renameTopic({ connection }: Session, messageId: number, name: string): Promise<void> {
  await connection.call(messageEditing.editMessage, {
    message_id: messageId,
    topic: name,
    propagate_mode: "change_all",
    send_notification_to_new_thread: false,
  });
}

/** Resolves the topic, or takes that back. */
export const toggleResolved = (session: Session, messageId: number, topic: string): Promise<void> =>
  renameTopic(session, messageId, isResolved(topic) ? plainTopic(topic) : `${RESOLVED}${topic}`);
