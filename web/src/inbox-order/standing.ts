/** Whether a conversation is muted, followed or neither. */
import { type State, topicKey } from "@parley/client";
import { userTopics } from "@parley/server/contract";
import type { Conversation } from "../address/narrow.ts";

export type VisibilityState = Pick<State, "channels" | "topics" | "preferences">;

export const policyOf = ({ topics }: Pick<State, "topics">, channelId: number, topic: string): number =>
  topics.policies.get(topicKey(channelId, topic))?.visibility_policy ?? userTopics.VisibilityPolicy.none;

export const isChannelMuted = ({ channels }: Pick<State, "channels">, channelId: number): boolean =>
  channels.channels.get(channelId)?.personal?.is_muted ?? false;

/** A muted channel mutes its topics, except unmuted and followed ones. */
export function isTopicMuted(state: VisibilityState, channelId: number, topic: string): boolean {
  const policy = policyOf(state, channelId, topic);
  if (policy === userTopics.VisibilityPolicy.muted) return true;
  return policy === userTopics.VisibilityPolicy.none && isChannelMuted(state, channelId);
}

/** A direct conversation is muted if its only other participant is. */
export function isMuted(state: VisibilityState, conversation: Conversation): boolean {
  if (conversation.type === "topic") return isTopicMuted(state, conversation.channelId, conversation.topic);
  const { userIds } = conversation;
  return userIds.length > 0 && userIds.every((id) => state.preferences.mutedUsers.has(id));
}

export const isFollowed = (state: Pick<State, "topics">, conversation: Conversation): boolean =>
  conversation.type === "topic" &&
  policyOf(state, conversation.channelId, conversation.topic) === userTopics.VisibilityPolicy.followed;
