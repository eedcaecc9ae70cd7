import { Role } from "../kernel/access/roles.ts";
import type { ChannelId, UserId } from "../kernel/api/ids.ts";
import type { Context } from "../kernel/context.ts";
import { isKnownToAll, withoutAcquainted } from "../people/users/access/audience.ts";
import { subscribersOf } from "./subscriptions/store.ts";

/** Guests in a channel who cannot access the caller: those of a channel in which the caller only looks in. */
export async function strangersIn(
  ctx: Context,
  channel: { readonly id: ChannelId; readonly is_subscribed?: boolean | undefined },
): Promise<UserId[]> {
  const { db, user } = ctx;
  if (channel.is_subscribed || isKnownToAll(ctx, user)) return [];
  const guests = (await subscribersOf(db, [channel.id], Role.guest)).get(channel.id) ?? [];
  return guests.length === 0 ? guests : withoutAcquainted(ctx, user, guests);
}
