/** Who may write to whom. */
import type { Holder } from "../access/holds.ts";
import { isGuest } from "../access/roles.ts";
import { type ChannelFacts, mayIn, mayJoin } from "../channels/permissions.ts";

/** A sender with what the rules ask of a bot's owner. */
export interface Sender extends Holder {
  readonly owner?: { readonly holder: Holder; readonly is_subscribed: boolean } | undefined;
}

/** A bot passes where its owner does. */
export function holdsPostingPermission(sender: Sender, channel: ChannelFacts): boolean {
  const holders = sender.owner ? [sender, sender.owner.holder] : [sender];
  return holders.some((holder) => mayIn(holder, channel, "can_send_message_group"));
}

/** Besides the posting permission: the channel is open to the sender. Administrators get no exemption. */
export function canReachChannel(sender: Sender, channel: ChannelFacts): boolean {
  if (channel.is_archived) return false;
  if (channel.is_web_public || (!channel.invite_only && !isGuest(sender))) return true;
  if (channel.is_subscribed || sender.owner?.is_subscribed) return true;
  return channel.history_public_to_subscribers && mayJoin(sender, channel);
}
