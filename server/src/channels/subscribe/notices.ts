/** Notices about new subscribers and channels. */
import type { UserId } from "../../kernel/api/ids.ts";
import type { WriteContext } from "../../kernel/context.ts";
import { announceCreated, announceElsewhere, MOST_NOTIFIED, tellSubscribed } from "../notices.ts";
import type { ChannelRow } from "../store.ts";

interface Subscribed {
  /** Who was subscribed, and to which existing channels. */
  added: readonly (readonly [UserId, readonly ChannelRow[]])[];
  created: readonly ChannelRow[];
  announce: boolean;
}

/** Resolves to whether anything was sent: with many new subscribers nothing is. */
export async function sendSubscriptionNotices(
  ctx: WriteContext,
  { added, created, announce }: Subscribed,
): Promise<boolean> {
  if (added.length > MOST_NOTIFIED) return false;
  await tellSubscribed(ctx, new Map(added.filter(([, channels]) => channels.length > 0)));
  if (announce) await announceElsewhere(ctx, created);
  for (const channel of created) await announceCreated(ctx, channel);
  return true;
}
