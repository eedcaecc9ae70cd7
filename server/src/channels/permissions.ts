/** Who may see a channel, read it, post in it and change it. The facts are loaded first; here only the sentences decide. */
import { type Holder, holding } from "../kernel/access/holds.ts";
import { type ChannelPermission, channelPermissions } from "../kernel/access/permission-settings.ts";
import { isAdministrator, isGuest, isVisitor } from "../kernel/access/roles.ts";
import type { GroupId } from "../kernel/api/ids.ts";
import { may, type RealmFacts } from "../organization/realms/permissions.ts";

export const mayIn = holding(channelPermissions);

/** A channel as a certain user meets it. */
export interface ChannelFacts<V = GroupId> extends Readonly<Record<ChannelPermission, V>> {
  readonly invite_only: boolean;
  readonly is_web_public: boolean;
  readonly is_archived: boolean;
  readonly history_public_to_subscribers: boolean;
  readonly is_subscribed: boolean;
}

/** The permissions whose holders know of a private channel. */
export const REVEALING = [
  "can_administer_channel_group",
  "can_add_subscribers_group",
  "can_subscribe_group",
] as const satisfies ChannelPermission[];

/** The permissions that only those change who may set who deletes messages. */
export const OVER_DELETION = [
  "can_delete_any_message_group",
  "can_delete_own_message_group",
] as const satisfies ChannelPermission[];

/** May subscribe themselves, or anybody. */
export const mayJoin = <V>(user: Holder<V>, channel: ChannelFacts<V>): boolean =>
  mayIn(user, channel, "can_add_subscribers_group") || mayIn(user, channel, "can_subscribe_group");

/** Without an account: what is open to everybody, and only as long as it is not archived. */
const isOpenToVisitors = (channel: ChannelFacts<unknown>) => channel.is_web_public && !channel.is_archived;

/** Name, description, settings and subscribers: not messages. */
export function hasMetadataAccess<V>(user: Holder<V>, channel: ChannelFacts<V>): boolean {
  if (isVisitor(user)) return isOpenToVisitors(channel);
  if (channel.is_web_public || channel.is_subscribed) return true;
  if (isGuest(user)) return false;
  if (!channel.invite_only || isAdministrator(user)) return true;
  return REVEALING.some((permission) => mayIn(user, channel, permission));
}

/** Messages and topics. Being an administrator gives no right to them. Whoever has it may also subscribe. */
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

/** To subscribe others: a right in the organization or in the channel, or administering either. */
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

/** Whether an invitation can name the channel at all. */
export const canInviteTo = <V>(user: Holder<V>, channel: ChannelFacts<V>): boolean =>
  !channel.is_archived && hasContentAccess(user, channel);

/** Invitations subscribe to default channels whoever made them, and to others for those who may add subscribers there. */
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

/** Private channels, and the others; also to make an existing channel one of them. */
export const mayCreate = <V>(
  user: Holder<V>,
  settings: RealmFacts<"can_create_private_channel_group" | "can_create_public_channel_group", V>,
  { invite_only }: Pick<ChannelFacts, "invite_only">,
): boolean => may(user, settings, invite_only ? "can_create_private_channel_group" : "can_create_public_channel_group");

/** A channel that is open to everybody needs this besides, and that the server and the organization have such channels. */
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

/** Messages from before a subscription, and after its end, are hidden in channels with protected history. */
export const isHistoryProtected = (channel: Pick<ChannelFacts, "invite_only" | "history_public_to_subscribers">) =>
  channel.invite_only && !channel.history_public_to_subscribers;

/** Every message of the channel, whenever it was sent. */
export const seesAllHistory = (user: Holder, channel: ChannelFacts): boolean =>
  hasContentAccess(user, channel) && !isHistoryProtected(channel);
