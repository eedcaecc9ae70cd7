import { BotType } from "../../kernel/access/roles.ts";
import { demand } from "../../kernel/api/index.ts";
import type { Context } from "../../kernel/context.ts";
import { webhookSecret } from "../../people/bots/config.ts";
import { OnlySignedRequests } from "../contract.ts";

/** The key of an incoming webhook bot is in its URL, so with a secret the key alone must not be enough to post. */
export async function refuseUnsigned(ctx: Context): Promise<void> {
  if (ctx.user.bot_type !== BotType.incomingWebhook) return;
  demand((await webhookSecret(ctx, ctx.user.id)) === undefined, new OnlySignedRequests());
}
