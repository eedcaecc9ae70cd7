/** Permissions for sending and mentioning. */

import { type ChannelFacts, mayIn, mayJoin } from "../channels/permissions.ts";
import type { Holder } from "../kernel/access/holds.ts";
import { isGuest } from "../kernel/access/roles.ts";
import type { GroupId } from "../kernel/api/ids.ts";
import { may, type RealmFacts } from "../organization/realms/permissions.ts";

/** A sender with the facts about a bot's owner. */
export interface Sender<V = GroupId> extends Holder<V> {
  readonly owner?: { readonly holder: Holder<V>; readonly is_subscribed: boolean } | undefined;
}

/** A bot may post where its owner may. */
export function holdsPostingPermission<V>(sender: Sender<V>, channel: ChannelFacts<V>): boolean {
  if (mayIn(sender, channel, "can_send_message_group")) return true;
  return sender.owner !== undefined && mayIn(sender.owner.holder, channel, "can_send_message_group");
}

/**
 * In addition to the posting permission, the sender must have access to the channel. Administrators get no exemption.
 */
export function canReachChannel<V>(sender: Sender<V>, channel: ChannelFacts<V>): boolean {
  if (channel.is_archived) return false;
  if (channel.is_web_public || (!channel.invite_only && !isGuest(sender))) return true;
  if (channel.is_subscribed || sender.owner?.is_subscribed) return true;
  return channel.history_public_to_subscribers && mayJoin(sender, channel);
}

/** Who may have conversations summarized that they can read. */
export const maySummarize = <V>(user: Holder<V>, settings: RealmFacts<"can_summarize_topics_group", V>): boolean =>
  may(user, settings, "can_summarize_topics_group");

/** Of the people in a direct conversation. */
interface Being {
  readonly bot_type: number | null;
}

/** Bots can write to anyone and be written to by anyone; the rules for direct messages apply between people. */
export const isBetweenPeople = (sender: Being, others: readonly Being[]): boolean =>
  sender.bot_type === null && others.some((other) => other.bot_type === null);

/** Who may authorize direct messages: if it is everyone or nobody, groups need not be checked. */
export function authorizersOf<V>(
  settings: RealmFacts<"direct_message_permission_group", V>,
  systemGroups: Readonly<Record<"role:everyone" | "role:nobody", V>>,
): "everyone" | "nobody" | "some" {
  const authorizers = settings.direct_message_permission_group;
  if (authorizers === systemGroups["role:everyone"]) return "everyone";
  return authorizers === systemGroups["role:nobody"] ? "nobody" : "some";
}

/**
 * One participant in direct_message_permission_group is enough, the sender or another; `anyone` is the union of their
 * groups.
 */
export const isAuthorized = <V>(
  anyone: Pick<Holder<V>, "groups">,
  settings: RealmFacts<"direct_message_permission_group", V>,
): boolean => anyone.groups.has(settings.direct_message_permission_group);

/** To start a conversation; recipients may reply without it. */
export const mayInitiate = <V>(user: Holder<V>, settings: RealmFacts<"direct_message_initiator_group", V>): boolean =>
  may(user, settings, "direct_message_initiator_group");

/** To use wildcards in a large channel or topic. */
export const mayMentionMany = <V>(user: Holder<V>, settings: RealmFacts<"can_mention_many_users_group", V>): boolean =>
  may(user, settings, "can_mention_many_users_group");
