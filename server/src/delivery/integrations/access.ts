import { BotType } from "../../kernel/access/roles.ts";
import { demand, type UserId } from "../../kernel/api/index.ts";
import type { Context } from "../../kernel/context.ts";
import { botFor } from "../../people/bots/access.ts";
import type { BotRow } from "../../people/bots/store.ts";
import { NotAnIncomingWebhook } from "./contract.ts";

/** An incoming webhook bot that the caller can manage. */
export async function incomingBotFor(ctx: Context, id: UserId): Promise<BotRow> {
  const bot = await botFor(ctx, id);
  demand(bot.bot_type === BotType.incomingWebhook, new NotAnIncomingWebhook());
  return bot;
}
