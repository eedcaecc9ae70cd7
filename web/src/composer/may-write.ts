/** Whether the reader may write there; if not, why, as a sentence that stands instead of the composer. */
import type { State } from "@parley/client";
import { type GroupValue, holds, holdsInRealm } from "../state/holds.ts";
import { t } from "../text/text.ts";
import type { Target } from "./target.ts";
import { whoPosts } from "./who-posts.ts";

export function refusalToWrite(state: State, target: Target): string | undefined {
  const { ownId, users } = state.users;
  if (target.to === "direct") {
    if (target.userIds.every((id) => users.get(id)?.is_bot)) return undefined;
    return holdsInRealm(state, "direct_message_permission_group") ? undefined : t("composer.noDirect");
  }
  const channel = target.channelId === undefined ? undefined : state.channels.channels.get(target.channelId);
  if (!channel) return undefined;
  if (channel.is_archived) return t("composer.archived");
  const allowed = channel.can_send_message_group as GroupValue;
  return holds(state, ownId, allowed) ? undefined : whoPosts(state, channel.name, allowed);
}

/** The name of a channel that everybody may join and the reader has not; joining comes before writing there. */
export function unjoinedChannel({ channels }: State, target: Target | undefined): string | undefined {
  if (target?.to !== "channel" || target.channelId === undefined) return undefined;
  const channel = channels.channels.get(target.channelId);
  return channel && !channel.is_subscribed && !channel.invite_only ? channel.name : undefined;
}

/** Whether messages there may have no topic, or must have none. */
export type TopicRule = "optional" | "required" | "none";

export function topicRule(state: State, channelId: number | undefined): TopicRule {
  const policy = channelId === undefined ? undefined : state.channels.channels.get(channelId)?.topics_policy;
  const inForce = policy === undefined || policy === "inherit" ? state.realm.realm_topics_policy : policy;
  if (inForce === "empty_topic_only") return "none";
  return inForce === "disable_empty_topic" ? "required" : "optional";
}
