import type { State } from "@parley/client";

/** Whether topics are optional, required, or not allowed. */
export type TopicRule = "optional" | "required" | "none";

export function topicRule(state: State, channelId: number | undefined): TopicRule {
  const policy = channelId === undefined ? undefined : state.channels.channels.get(channelId)?.topics_policy;
  const inForce = policy === undefined || policy === "inherit" ? state.realm.realm_topics_policy : policy;
  if (inForce === "empty_topic_only") return "none";
  return inForce === "disable_empty_topic" ? "required" : "optional";
}
