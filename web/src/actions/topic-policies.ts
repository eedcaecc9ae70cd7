/** Mutes, follows and marks conversations as read. Each action confirms what happened and can be undone. */
import { topicKey } from "@parley/client";
import { userTopics } from "@parley/server/contract";
import { policyOf } from "../inbox-order/standing.ts";
import { showToast } from "../parts/toasts.tsx";
import { topicName } from "../state/conversation-names.ts";
import type { Session } from "../state/session.tsx";
import { type TextKey, t } from "../text/text.ts";
import { attempt } from "./attempt.ts";
import { markRead, unreadIdsWhere } from "./read.ts";

export const { VisibilityPolicy } = userTopics;
export type Policy = (typeof VisibilityPolicy)[keyof typeof VisibilityPolicy];

const SAID: Readonly<Record<Policy, TextKey>> = {
  0: "channels.topicAsChannel",
  1: "channels.topicMuted",
  2: "channels.topicUnmuted",
  3: "channels.topicFollowed",
};

const change = ({ connection }: Session, channelId: number, topic: string, policy: Policy) =>
  connection.call(userTopics.setTopicVisibility, { stream_id: channelId, topic, visibility_policy: policy });

export function changeTopicPolicy(session: Session, channelId: number, topic: string, policy: Policy): Promise<void> {
  const before = policyOf(session.store.state, channelId, topic) as Policy;
  return attempt(async () => {
    await change(session, channelId, topic, policy);
    showToast({
      text: t(SAID[policy], { topic: topicName(session.store.state, topic) }),
      undo: () => void attempt(() => change(session, channelId, topic, before)),
    });
  });
}

export function markTopicRead(session: Session, channelId: number, topic: string): void {
  const key = topicKey(channelId, topic);
  const isMeant = (place: Parameters<Parameters<typeof unreadIdsWhere>[1]>[0]) =>
    place.type === "stream" && topicKey(place.stream_id, place.topic) === key;
  markRead(session, unreadIdsWhere(session, isMeant));
}

export function markDirectRead(session: Session, userIds: readonly number[]): void {
  const wanted = userIds.join();
  markRead(
    session,
    unreadIdsWhere(session, (place) => place.type === "private" && place.user_ids.join() === wanted),
  );
}
