/** A topic's state for the reader, and what they may do with it. */
import type { Channel, State } from "@parley/client";
import { mayResolve as mayResolveIn, mayRetopic } from "../../actions/permissions.ts";
import { isResolved } from "../../actions/resolved.ts";
import { VisibilityPolicy } from "../../actions/topic-policies.ts";
import { isTopicMuted, policyOf } from "../../inbox-order/standing.ts";
import { useSession } from "../../state/session.tsx";
import { useStore } from "../../state/store.ts";

export type PolicyName = keyof typeof VisibilityPolicy;

export interface TopicState {
  readonly isResolved: boolean;
  /** Itself, or with its channel. */
  readonly isMuted: boolean;
  readonly policy: PolicyName;
  readonly mayResolve: boolean;
  readonly mayRename: boolean;
}

export function useTopicState(channelId: number, topic: string): TopicState {
  const { isVisitor } = useSession();
  const isMuted = useStore((state) => isTopicMuted(state, channelId, topic));
  const policy = useStore((state) => policyNamed(policyOf(state, channelId, topic)));
  const mayResolve = useStore((state) => mayIn(state, channelId, mayResolveIn)) && topic !== "" && !isVisitor;
  const mayRename = useStore((state) => mayIn(state, channelId, mayRetopic)) && !isVisitor;
  return { isResolved: isResolved(topic), isMuted, policy, mayResolve, mayRename };
}

const policyNamed = (policy: number): PolicyName =>
  (Object.keys(VisibilityPolicy) as PolicyName[]).find((name) => VisibilityPolicy[name] === policy) ?? "none";

function mayIn(state: State, channelId: number, may: (state: State, channel: Channel) => boolean): boolean {
  const channel = state.channels.channels.get(channelId);
  return channel !== undefined && may(state, channel);
}
