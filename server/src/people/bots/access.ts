import { isOwner } from "../../kernel/access/roles.ts";
import { type ChannelId, demand, InsufficientPermission, type UserId } from "../../kernel/api/index.ts";
import type { Context } from "../../kernel/context.ts";
import { botChannels } from "./channels.ts";
import { NoSuchBot } from "./contract.ts";
import { canManageBot } from "./permissions.ts";
import { type BotRow, botById } from "./store.ts";

/** A bot that the caller can manage, active or deactivated. */
export async function botFor(ctx: Context, id: UserId): Promise<BotRow> {
  const bot = await botById(ctx.db, ctx.realm.id, id);
  if (!bot) throw new NoSuchBot();
  demand(canManageBot(ctx.user, bot), new InsufficientPermission());
  // Only the operator grants this right: an administrator must not gain it by taking over the bot's key.
  demand(!bot.can_create_users || isOwner(ctx.user), new InsufficientPermission());
  return bot;
}

/** Finds the channel by name; the caller must be able to read it. An empty name means none. */
export async function chosenChannel(ctx: Context, name: string): Promise<ChannelId | null> {
  return name === "" ? null : botChannels.of(ctx.app).readable(ctx, name);
}
