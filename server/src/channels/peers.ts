/** Notifies users who can see subscribers: one event for all public channels that the same users joined or left. */
import { Role } from "../kernel/access/roles.ts";
import type { ChannelId, UserId } from "../kernel/api/ids.ts";
import type { Writing } from "../kernel/context.ts";
import { toNonGuests } from "../kernel/events/audience.ts";
import { append } from "../kernel/events/log.ts";
import { toThoseWhoSee } from "./audience.ts";
import { peerAddEvent, peerRemoveEvent } from "./events.ts";
import type { ChannelRow } from "./store.ts";
import { subscribersOf } from "./subscriptions/store.ts";

export interface PeerChange {
  readonly channel: ChannelRow;
  readonly userIds: readonly UserId[];
}

export async function announcePeers(
  ctx: Writing,
  op: "peer_add" | "peer_remove",
  changes: readonly PeerChange[],
): Promise<void> {
  const declare = (stream_ids: ChannelId[], user_ids: UserId[]) =>
    op === "peer_add" ? peerAddEvent({ op, stream_ids, user_ids }) : peerRemoveEvent({ op, stream_ids, user_ids });

  // Who joins is told of all subscribers, but who leaves along with others is not told by that of them.
  const exceptFor = (userIds: readonly UserId[]) => (op === "peer_remove" && userIds.length > 1 ? [] : userIds);

  const alone: PeerChange[] = changes.filter(({ channel }) => channel.invite_only || channel.is_web_public);
  const open = changes.filter((change) => !alone.includes(change));
  for (const set of Map.groupBy(open, ({ userIds }) => userIds.join()).values()) {
    const [first, ...others] = set as [PeerChange, ...PeerChange[]];
    if (others.length === 0) {
      alone.push(first);
      continue;
    }
    const userIds = [...first.userIds];
    const channelIds = set.map(({ channel }) => channel.id);
    append(ctx, declare(channelIds, userIds), { ...toNonGuests, except: exceptFor(userIds) });
    // Guests only know the channels they are in.
    for (const [id, guests] of await subscribersOf(ctx.db, channelIds, Role.guest))
      if (guests.length > 0) append(ctx, declare([id], userIds), { users: guests, except: exceptFor(userIds) });
  }
  for (const { channel, userIds } of alone) {
    const audience = await toThoseWhoSee(ctx.db, channel);
    append(ctx, declare([channel.id], [...userIds]), { ...audience, except: exceptFor(userIds) });
  }
}
