/** A subscriber's own settings for a channel. */
import { ApiError, type ChannelId, demand, said } from "../../kernel/api/index.ts";
import type { WriteContext } from "../../kernel/context.ts";
import { toUsers } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { channelFor } from "../access.ts";
import { checkColor } from "../colors.ts";
import { type SubscriptionProperty, subscriptionUpdateEvent } from "../events.ts";
import { changeSubscription } from "../subscriptions/store.ts";
import { NOTIFICATION_PROPERTIES } from "./contract.ts";

const SWITCHES = ["is_muted", "in_home_view", "pin_to_top", ...NOTIFICATION_PROPERTIES] as const;
type SubscriptionChange = readonly [SubscriptionProperty, boolean | string];

export async function setSubscriptionSetting(
  ctx: WriteContext,
  id: ChannelId,
  sent: string,
  value: boolean | string,
): Promise<void> {
  const [property, checked] = checkedChange(sent, value);
  const channel = await channelFor(ctx, id);
  demand(channel.is_subscribed, new ApiError(said`Not subscribed to channel ID ${id}`));
  // in_home_view is the older, inverted name of is_muted.
  const isMuting = property === "is_muted" || property === "in_home_view";
  const is_muted = property === "is_muted" ? (checked as boolean) : !checked;
  await changeSubscription(ctx.db, ctx.user.id, id, isMuting ? { is_muted } : { [property]: checked });
  const changes: SubscriptionChange[] = isMuting
    ? [
        ["in_home_view", !is_muted],
        ["is_muted", is_muted],
      ]
    : [[property, checked]];
  for (const [name, now] of changes)
    append(
      ctx,
      subscriptionUpdateEvent({ op: "update", stream_id: id, property: name, value: now }),
      toUsers(ctx.user.id),
    );
}

function checkedChange(property: string, value: boolean | string): SubscriptionChange {
  if (property === "color") {
    demand(typeof value === "string", new ApiError(said`color is not a string`));
    return [property, checkColor(value)];
  }
  const known = SWITCHES.find((name) => name === property);
  if (known === undefined) throw new ApiError(said`Unknown subscription property: ${property}`);
  demand(typeof value === "boolean", new ApiError(said`${property} is not a boolean`));
  return [known, value];
}
