/** What a topic is to the reader, and what they may do with it. */
import type { State } from "@parley/client";
import { isResolved } from "../../actions/resolved.ts";
import { VisibilityPolicy } from "../../actions/topic-wishes.ts";
import { isTopicMuted, policyOf } from "../../inbox-order/standing.ts";
import { type GroupValue, holds, holdsInRealm, isAdministrator } from "../../state/permissions.ts";
import { useSession } from "../../state/session.tsx";
import { useStore } from "../../state/store.ts";

export type PolicyName = keyof typeof VisibilityPolicy;

export interface TopicState {
  readonly isResolved: boolean;
  /** By itself or with its channel. */
  readonly isMuted: boolean;
  readonly policy: PolicyName;
  readonly mayResolve: boolean;
  readonly mayRename: boolean;
}

export function useTopicState(channelId: number, topic: string): TopicState {
  const { isVisitor } = useSession();
  const isMuted = useStore((state) => isTopicMuted(state, channelId, topic));
  const policy = useStore((state) => policyNamed(policyOf(state, channelId, topic)));
  const mayResolve = useStore((state) => mayChange(state, channelId, "resolve")) && topic !== "" && !isVisitor;
  const mayRename = useStore((state) => mayChange(state, channelId, "rename")) && !isVisitor;
  return { isResolved: isResolved(topic), isMuted, policy, mayResolve, mayRename };
}

const policyNamed = (policy: number): PolicyName =>
  (Object.keys(VisibilityPolicy) as PolicyName[]).find((name) => VisibilityPolicy[name] === policy) ?? "none";

/** As the server decides it: by a permission of the organization, or of the channel. */
function mayChange(state: State, channelId: number, what: "resolve" | "rename"): boolean {
  const channel = state.channels.channels.get(channelId);
  if (!channel || channel.is_archived) return false;
  const { ownId } = state.users;
  const mayInChannel = (setting: unknown) => holds(state, ownId, setting as GroupValue | undefined);
  if (what === "resolve")
    return holdsInRealm(state, "can_resolve_topics_group") || mayInChannel(channel.can_resolve_topics_group);
  return (
    holdsInRealm(state, "can_move_messages_between_topics_group") ||
    isAdministrator(state) ||
    mayInChannel(channel.can_administer_channel_group) ||
    mayInChannel(channel.can_move_messages_within_channel_group)
  );
}
