/** Whether the reader may write there; if not, why, as a sentence that stands instead of the composer. */
import type { State } from "@parley/client";
import { type GroupValue, holds, holdsInRealm } from "../state/permissions.ts";
import { t } from "../text/text.ts";
import type { Target } from "./target.ts";

export function refusalToWrite(state: State, target: Target): string | undefined {
  const { ownId, users } = state.users;
  if (ownId === 0) return t("composer.signIn");
  if (target.to === "direct") {
    if (target.userIds.every((id) => users.get(id)?.is_bot)) return undefined;
    return holdsInRealm(state, "direct_message_permission_group") ? undefined : t("composer.noDirect");
  }
  const channel = target.channelId === undefined ? undefined : state.channels.channels.get(target.channelId);
  if (!channel) return undefined;
  if (channel.is_archived) return t("composer.archived");
  const may = holds(state, ownId, channel.can_send_message_group as GroupValue);
  return may ? undefined : t("composer.mayNotPost", { channel: channel.name });
}

/** Whether messages there may have no topic, or must have none. */
export type TopicRule = "optional" | "required" | "none";

export function topicRule(state: State, channelId: number | undefined): TopicRule {
  const policy = channelId === undefined ? undefined : state.channels.channels.get(channelId)?.topics_policy;
  const inForce = policy === undefined || policy === "inherit" ? state.realm.realm_topics_policy : policy;
  if (inForce === "empty_topic_only") return "none";
  return inForce === "disable_empty_topic" ? "required" : "optional";
}
