/** Who may see a channel, read it, post in it and change it. The facts are loaded first; here only the sentences decide. */
import { type Holder, holding } from "../access/holds.ts";
import { type ChannelPermission, channelPermissions } from "../access/permission-settings.ts";
import { isAdministrator, isGuest, isVisitor } from "../access/roles.ts";
import type { GroupId } from "../api/ids.ts";

export const mayIn = holding(channelPermissions);

/** A channel as a certain user meets it. */
export interface ChannelFacts extends Readonly<Record<ChannelPermission, GroupId>> {
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

/** May subscribe themselves, or anybody. */
export const mayJoin = (user: Holder, channel: ChannelFacts) =>
  mayIn(user, channel, "can_add_subscribers_group") || mayIn(user, channel, "can_subscribe_group");

/** Without an account: what is open to everybody, and only as long as it is not archived. */
const isOpenToVisitors = (channel: ChannelFacts) => channel.is_web_public && !channel.is_archived;

/** Name, description, settings and subscribers: not messages. */
export function hasMetadataAccess(user: Holder, channel: ChannelFacts): boolean {
  if (isVisitor(user)) return isOpenToVisitors(channel);
  if (channel.is_web_public || channel.is_subscribed) return true;
  if (isGuest(user)) return false;
  if (!channel.invite_only || isAdministrator(user)) return true;
  return REVEALING.some((permission) => mayIn(user, channel, permission));
}

/** Messages and topics. Being an administrator gives no right to them. */
export function hasContentAccess(user: Holder, channel: ChannelFacts): boolean {
  if (isVisitor(user)) return isOpenToVisitors(channel);
  if (channel.is_web_public || channel.is_subscribed) return true;
  if (isGuest(user)) return false;
  return !channel.invite_only || mayJoin(user, channel);
}

/** Organization administrators act as members of can_administer_channel_group. */
export function canAdminister(user: Holder, channel: ChannelFacts): boolean {
  return isAdministrator(user) || mayIn(user, channel, "can_administer_channel_group");
}

/** Organization administrators act as members of can_remove_subscribers_group. Guests never remove others. */
export function canRemoveSubscribers(user: Holder, channel: ChannelFacts): boolean {
  if (canAdminister(user, channel)) return true;
  return !isGuest(user) && hasMetadataAccess(user, channel) && mayIn(user, channel, "can_remove_subscribers_group");
}

/** Messages from before a subscription, and after its end, are hidden in channels with protected history. */
export const isHistoryProtected = (channel: Pick<ChannelFacts, "invite_only" | "history_public_to_subscribers">) =>
  channel.invite_only && !channel.history_public_to_subscribers;

/** Every message of the channel, whenever it was sent. */
export const seesAllHistory = (user: Holder, channel: ChannelFacts): boolean =>
  hasContentAccess(user, channel) && !isHistoryProtected(channel);
