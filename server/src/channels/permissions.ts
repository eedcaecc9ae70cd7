/**
 * Permissions for seeing, reading, posting in and changing a channel. The facts are loaded first; these rules only
 * decide.
 */
import { type Holder, holding } from "../kernel/access/holds.ts";
import { type ChannelPermission, channelPermissions } from "../kernel/access/permission-settings.ts";
import { isAdministrator, isGuest, isVisitor } from "../kernel/access/roles.ts";
import type { GroupId } from "../kernel/api/ids.ts";
import { may, type RealmFacts } from "../organization/realms/permissions.ts";

export const mayIn = holding(channelPermissions);

/** A channel with its relation to a user. */
export interface ChannelFacts<V = GroupId> extends Readonly<Record<ChannelPermission, V>> {
  readonly invite_only: boolean;
  readonly is_web_public: boolean;
  readonly is_archived: boolean;
  readonly history_public_to_subscribers: boolean;
  readonly is_subscribed: boolean;
}

/** The permissions that reveal a private channel to their holders. */
export const REVEALING = [
  "can_administer_channel_group",
  "can_add_subscribers_group",
  "can_subscribe_group",
] as const satisfies ChannelPermission[];

/** The permissions that only users who may set message deletion can change. */
export const OVER_DELETION = [
  "can_delete_any_message_group",
  "can_delete_own_message_group",
] as const satisfies ChannelPermission[];

/** Administering the channel is enough to change who may remove subscribers; the others need content access as well. */
export const needsContentAccess = (permission: ChannelPermission): boolean =>
  permission !== "can_remove_subscribers_group";

/** May subscribe themselves, or anyone. */
export const mayJoin = <V>(user: Holder<V>, channel: ChannelFacts<V>): boolean =>
  mayIn(user, channel, "can_add_subscribers_group") || mayIn(user, channel, "can_subscribe_group");

/** For visitors: web-public channels that are not archived. */
const isOpenToVisitors = (channel: ChannelFacts<unknown>) => channel.is_web_public && !channel.is_archived;

/** Name, description, settings and subscribers, but not messages. */
export function hasMetadataAccess<V>(user: Holder<V>, channel: ChannelFacts<V>): boolean {
  if (isVisitor(user)) return isOpenToVisitors(channel);
  if (channel.is_web_public || channel.is_subscribed) return true;
  if (isGuest(user)) return false;
  if (!channel.invite_only || isAdministrator(user)) return true;
  return REVEALING.some((permission) => mayIn(user, channel, permission));
}

/** Messages and topics. Administrators have no special access. Users with content access may also subscribe. */
export function hasContentAccess<V>(user: Holder<V>, channel: ChannelFacts<V>): boolean {
  if (isVisitor(user)) return isOpenToVisitors(channel);
  if (channel.is_web_public || channel.is_subscribed) return true;
  if (isGuest(user)) return false;
  return !channel.invite_only || mayJoin(user, channel);
}

/** Organization administrators act as members of can_administer_channel_group. */
export function canAdminister<V>(user: Holder<V>, channel: ChannelFacts<V>): boolean {
  return isAdministrator(user) || mayIn(user, channel, "can_administer_channel_group");
}

/** To subscribe others: a permission in the organization or the channel, or administering either. */
export function canAddSubscribers<V>(
  user: Holder<V>,
  settings: RealmFacts<"can_add_subscribers_group", V>,
  channel: ChannelFacts<V>,
): boolean {
  return (
    may(user, settings, "can_add_subscribers_group") ||
    canAdminister(user, channel) ||
    mayIn(user, channel, "can_add_subscribers_group")
  );
}

/** Whether an invitation can include the channel at all. */
export const canInviteTo = <V>(user: Holder<V>, channel: ChannelFacts<V>): boolean =>
  !channel.is_archived && hasContentAccess(user, channel);

/** Invitations can include default channels, and other channels if the inviter may add subscribers there. */
export const mayGiveWithInvitation = <V>(
  user: Holder<V>,
  settings: RealmFacts<"can_add_subscribers_group", V>,
  channel: ChannelFacts<V>,
  { isDefault }: { readonly isDefault: boolean },
): boolean => isDefault || canAddSubscribers(user, settings, channel);

/** Organization administrators act as members of can_remove_subscribers_group. Guests never remove others. */
function canRemoveSubscribers<V>(user: Holder<V>, channel: ChannelFacts<V>): boolean {
  if (canAdminister(user, channel)) return true;
  return !isGuest(user) && hasMetadataAccess(user, channel) && mayIn(user, channel, "can_remove_subscribers_group");
}

/** Whether the user may remove subscribers from several channels; administering all of them is enough. */
export function canRemoveSubscribersFrom<V>(user: Holder<V>, channels: readonly ChannelFacts<V>[]): boolean {
  if (isAdministrator(user)) return true;
  if (isGuest(user)) return false;
  if (channels.every((channel) => mayIn(user, channel, "can_administer_channel_group"))) return true;
  return channels.every((channel) => canRemoveSubscribers(user, channel));
}

/** Private channels, and others; also to convert an existing channel. */
export const mayCreate = <V>(
  user: Holder<V>,
  settings: RealmFacts<"can_create_private_channel_group" | "can_create_public_channel_group", V>,
  { invite_only }: Pick<ChannelFacts, "invite_only">,
): boolean => may(user, settings, invite_only ? "can_create_private_channel_group" : "can_create_public_channel_group");

/** Additionally required for a web-public channel, together with the server's and organization's settings. */
export const mayOpenToEverybody = <V>(
  user: Holder<V>,
  settings: RealmFacts<"can_create_web_public_channel_group", V>,
): boolean => may(user, settings, "can_create_web_public_channel_group");

export const maySetTopicsPolicy = <V>(
  user: Holder<V>,
  settings: RealmFacts<"can_set_topics_policy_group", V>,
): boolean => isAdministrator(user) || may(user, settings, "can_set_topics_policy_group");

export const maySetDeletion = <V>(
  user: Holder<V>,
  settings: RealmFacts<"can_set_delete_message_policy_group", V>,
): boolean => isAdministrator(user) || may(user, settings, "can_set_delete_message_policy_group");

/** With protected history, messages from before and after a subscription are hidden. */
export const isHistoryProtected = (channel: Pick<ChannelFacts, "invite_only" | "history_public_to_subscribers">) =>
  channel.invite_only && !channel.history_public_to_subscribers;

/** Every message of the channel, whenever it was sent. */
export const seesAllHistory = (user: Holder, channel: ChannelFacts): boolean =>
  hasContentAccess(user, channel) && !isHistoryProtected(channel);
