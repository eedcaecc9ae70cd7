/** Former subscriptions to channels that a user can see again: their settings still exist. */
import type { ChannelId, UserId } from "../kernel/api/ids.ts";
import type { Writing } from "../kernel/context.ts";
import { isAnyOf } from "../kernel/db/dialect.ts";
import { toUsers } from "../kernel/events/audience.ts";
import { append } from "../kernel/events/log.ts";
import { type SubscriptionProperty, subscriptionUpdateEvent } from "./events.ts";
import { FRESH_SUBSCRIPTION, presentPersonal } from "./present.ts";

/** The colour, and settings that differ from the defaults. */
function chosenIn(row: Parameters<typeof presentPersonal>[0]): [SubscriptionProperty, string | boolean][] {
  const [own, fresh] = [presentPersonal(row), presentPersonal(FRESH_SUBSCRIPTION)];
  return (Object.keys(own) as SubscriptionProperty[]).flatMap((name): [SubscriptionProperty, string | boolean][] => {
    const value = own[name];
    return value !== null && (name === "color" || value !== fresh[name]) ? [[name, value]] : [];
  });
}

/** For users who gained sight of a channel. */
export async function announceFormerSettings(
  ctx: Writing,
  gained: ReadonlyMap<ChannelId, readonly UserId[]>,
): Promise<void> {
  const channels = [...gained].flatMap(([id, users]) => (users.length > 0 ? [id] : []));
  if (channels.length === 0) return;
  const users = [...new Set([...gained.values()].flat())];
  const seeing = new Map([...gained].map(([id, those]) => [id, new Set(those)]));
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
    if (!seeing.get(row.channel_id)?.has(row.user_id)) continue;
    for (const [property, value] of chosenIn(row))
      append(
        ctx,
        subscriptionUpdateEvent({ op: "update", stream_id: row.channel_id, property, value }),
        toUsers(row.user_id),
      );
  }
}
