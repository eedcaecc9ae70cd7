/** Subscriptions stay with a deactivated account and count for nobody: whoever sees a channel hears of both. */

import type { ChannelId, UserId } from "../kernel/api/ids.ts";
import type { Writing } from "../kernel/context.ts";
import type { Audience } from "../kernel/events/audience.ts";
import { append } from "../kernel/events/log.ts";
import { on } from "../kernel/moments.ts";
import { subscriberShown } from "../people/moments.ts";
import { toThoseWhoSee } from "./audience.ts";
import { peerAddEvent, peerRemoveEvent } from "./events.ts";
import { channelsSubscribedBy } from "./subscriptions/store.ts";

/** One event for all channels whose subscribers the same people see. */
async function announceInChannels(ctx: Writing, userId: UserId, op: "peer_add" | "peer_remove"): Promise<void> {
  const sets = new Map<string, { audience: Audience; stream_ids: ChannelId[] }>();
  for (const channel of await channelsSubscribedBy(ctx.db, userId)) {
    const audience = await toThoseWhoSee(ctx.db, channel);
    const key = JSON.stringify(audience);
    const set = sets.get(key) ?? { audience, stream_ids: [] };
    set.stream_ids.push(channel.id);
    sets.set(key, set);
  }
  for (const { audience, stream_ids } of sets.values()) {
    const changed = { stream_ids, user_ids: [userId] };
    const event = op === "peer_add" ? peerAddEvent({ op, ...changed }) : peerRemoveEvent({ op, ...changed });
    append(ctx, event, { ...audience, except: [userId] });
  }
}

export const showingSubscribers = on(subscriberShown, (ctx, { userId, isActive }) =>
  announceInChannels(ctx, userId, isActive ? "peer_add" : "peer_remove"),
);
