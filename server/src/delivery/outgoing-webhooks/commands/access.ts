/** Who manages a bot's commands: the bot itself, and whoever manages the bot. */
import { BotType } from "../../../kernel/access/roles.ts";
import { demand, type UserId } from "../../../kernel/api/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { NotForBots } from "../../../kernel/http/gate.ts";
import { botFor } from "../../../people/bots/access.ts";
import { type BotRow, botById } from "../../../people/bots/store.ts";
import { type BotCommand, NoSuchCommand, NotACommandBot } from "./contract.ts";
import { commandOfBot } from "./store.ts";

export async function botToDeclareFor(ctx: Context, id: UserId): Promise<BotRow> {
  const { db, realm, user } = ctx;
  const own = id === user.id ? await botById(db, realm.id, id) : undefined;
  // Bots do not manage other bots, whatever their role.
  demand(own !== undefined || !user.is_bot, new NotForBots());
  return own ?? botFor(ctx, id);
}

export const demandCommandBot = (bot: BotRow): void =>
  demand(bot.bot_type === BotType.outgoingWebhook, new NotACommandBot());

export async function commandFor(ctx: Context, botId: UserId, id: number): Promise<BotCommand> {
  const bot = await botToDeclareFor(ctx, botId);
  const command = await commandOfBot(ctx.db, bot.id, id);
  if (!command) throw new NoSuchCommand();
  return command;
}
