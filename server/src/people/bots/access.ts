import { isOwner } from "../../kernel/access/roles.ts";
import { type ChannelId, demand, InsufficientPermission, type UserId } from "../../kernel/api/index.ts";
import type { Context } from "../../kernel/context.ts";
import { botChannels } from "./channels.ts";
import { NoSuchBot } from "./contract.ts";
import { canManageBot } from "./permissions.ts";
import { type BotRow, botById } from "./store.ts";

/** A bot that the caller manages, deactivated or not. */
export async function botFor(ctx: Context, id: UserId): Promise<BotRow> {
  const bot = await botById(ctx.db, ctx.realm.id, id);
  if (!bot) throw new NoSuchBot();
  demand(canManageBot(ctx.user, bot), new InsufficientPermission());
  // What it may do only the operator can give: an administrator must not come to it through the bot's key.
  demand(!bot.can_create_users || isOwner(ctx.user), new InsufficientPermission());
  return bot;
}

/** A channel that the caller chooses for a bot: one they can read. The empty name chooses none. */
export async function chosenChannel(ctx: Context, name: string): Promise<ChannelId | null> {
  return name === "" ? null : botChannels.of(ctx.app).readable(ctx, name);
}
