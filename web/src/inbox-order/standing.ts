/** Whether a conversation is muted, followed or neither. */
import { type State, topicKey } from "@parley/client";
import { userTopics } from "@parley/server/contract";
import type { Conversation } from "../address/narrow.ts";

export type VisibilityState = Pick<State, "channels" | "topics" | "preferences">;

export const policyOf = ({ topics }: Pick<State, "topics">, channelId: number, topic: string): number =>
  topics.policies.get(topicKey(channelId, topic))?.visibility_policy ?? userTopics.VisibilityPolicy.none;

export const isChannelMuted = ({ channels }: Pick<State, "channels">, channelId: number): boolean =>
  channels.channels.get(channelId)?.personal?.is_muted ?? false;

export interface Standing {
  readonly isMuted: boolean;
  readonly isFollowed: boolean;
}

/** A muted channel mutes its topics, except unmuted and followed ones. `key` is the topic's. */
export function topicStanding({ topics }: Pick<State, "topics">, key: string, isInMuted: boolean): Standing {
  const { muted, followed, none } = userTopics.VisibilityPolicy;
  const policy = topics.policies.get(key)?.visibility_policy ?? none;
  return { isMuted: policy === muted || (policy === none && isInMuted), isFollowed: policy === followed };
}

export const isTopicMuted = (state: VisibilityState, channelId: number, topic: string): boolean =>
  topicStanding(state, topicKey(channelId, topic), isChannelMuted(state, channelId)).isMuted;

/** A direct conversation is muted if its only other participant is. */
export const isDirectMuted = ({ preferences }: Pick<State, "preferences">, userIds: readonly number[]): boolean =>
  userIds.length > 0 && userIds.every((id) => preferences.mutedUsers.has(id));

export function isMuted(state: VisibilityState, conversation: Conversation): boolean {
  if (conversation.type === "topic") return isTopicMuted(state, conversation.channelId, conversation.topic);
  return isDirectMuted(state, conversation.userIds);
}

export const isFollowed = (state: Pick<State, "topics">, conversation: Conversation): boolean =>
  conversation.type === "topic" &&
  policyOf(state, conversation.channelId, conversation.topic) === userTopics.VisibilityPolicy.followed;
