/** Whether the reader may post to a target; if not, the sentence shown instead of the composer. */
import { anyOf, holderOf, realmSettings, type State } from "@parley/client";
import { messages } from "@parley/server/contract";
import {
  canReachChannel,
  holdsPostingPermission,
  isAuthorized,
  isBetweenPeople,
  mayInitiate,
} from "@parley/server/messages/permissions.ts";
import { t } from "../text/text.ts";
import type { Target } from "./target.ts";
import { whoPosts } from "./who-posts.ts";

export function refusalToWrite(state: State, target: Target): string | undefined {
  if (target.to === "direct") return refusalToWriteTo(state, target.userIds);
  const channel = target.channelId === undefined ? undefined : state.channels.channels.get(target.channelId);
  if (!channel) return undefined;
  if (channel.is_archived) return t("composer.archived");
  const reader = holderOf(state);
  if (!holdsPostingPermission(reader, channel)) return whoPosts(state, channel);
  return canReachChannel(reader, channel) ? undefined : t("composer.notSubscribed", { channel: channel.name });
}

function refusalToWriteTo(state: State, others: readonly number[]): string | undefined {
  const { ownId, users } = state.users;
  const being = (id: number) => ({ bot_type: users.get(id)?.bot_type ?? null });
  if (!isBetweenPeople(being(ownId), others.map(being))) return undefined;
  const settings = realmSettings(state);
  if (!isAuthorized(anyOf(state, [ownId, ...others]), settings)) return t("composer.noDirect");
  const mayWrite = mayInitiate(holderOf(state), settings) || mayHaveStarted(state, others);
  return mayWrite ? undefined : t("composer.noStarting");
}

/** Whether a conversation may already exist: the client does not know the oldest ones. */
function mayHaveStarted({ conversations: { direct } }: State, others: readonly number[]): boolean {
  const key = others.toSorted((a, b) => a - b).join();
  return direct.length >= messages.RECENT_CONVERSATIONS || direct.some(({ user_ids }) => user_ids.join() === key);
}

/** The name of a public channel that the reader has not joined; they must join before posting. */
export function unjoinedChannel({ channels }: State, target: Target | undefined): string | undefined {
  if (target?.to !== "channel" || target.channelId === undefined) return undefined;
  const channel = channels.channels.get(target.channelId);
  return channel && !channel.is_subscribed && !channel.invite_only ? channel.name : undefined;
}
