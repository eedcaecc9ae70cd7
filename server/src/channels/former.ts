/** Channels that somebody was subscribed to, and comes to see again: their own settings of them are still there. */
import type { ChannelId, UserId } from "../api/ids.ts";
import type { Writing } from "../context.ts";
import { isAnyOf } from "../db/dialect.ts";
import { toUsers } from "../events/audience.ts";
import { append } from "../events/log.ts";
import { subscriptionUpdateEvent } from "./events.ts";
import { presentPersonal } from "./present.ts";

/** To those who gained sight of a channel; what they never chose is as it is for everybody, and not told. */
export async function announceFormerSettings(
  ctx: Writing,
  gained: ReadonlyMap<ChannelId, readonly UserId[]>,
): Promise<void> {
  const channels = [...gained].flatMap(([id, users]) => (users.length > 0 ? [id] : []));
  if (channels.length === 0) return;
  const users = [...new Set([...gained.values()].flat())];
  const former = await ctx.db
    .selectFrom("subscription")
    .selectAll()
    .where(isAnyOf(ctx.db, "channel_id", channels))
    .where(isAnyOf(ctx.db, "user_id", users))
    .where("is_subscribed", "=", false)
    .orderBy("user_id")
    .orderBy("channel_id")
    .execute();
  for (const row of former) {
    if (!gained.get(row.channel_id)?.includes(row.user_id)) continue;
    for (const [property, value] of Object.entries(presentPersonal(row))) {
      if (value === null) continue;
      const event = subscriptionUpdateEvent({ op: "update", stream_id: row.channel_id, property, value });
      append(ctx, event, toUsers(row.user_id));
    }
  }
}
