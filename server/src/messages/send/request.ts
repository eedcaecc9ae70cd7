/** Sends a message as requested: alone on SQLite, where the database groups all changes, and in a group on PostgreSQL. */
import { BotType } from "../../kernel/access/roles.ts";
import { demand } from "../../kernel/api/index.ts";
import { type Context, changeOutOfTurn } from "../../kernel/context.ts";
import { webhookSecret } from "../../people/bots/config.ts";
import { withRendered } from "../content.ts";
import { ChannelDoesNotExist, OnlySignedRequests } from "../contract.ts";
import { sendMessage } from "./actions.ts";
import type { DeliveredMessage } from "./deliver.ts";
import { sendInGroup } from "./groups.ts";
import { inOrder } from "./in-order.ts";
import type { SendRequest } from "./prepare.ts";
import { tellIfUnheard, tellOfMissingChannel } from "./unheard.ts";

/**
 * For callers who have proved no more than that they know the key: that of an incoming webhook bot is in its URL, so with a
 * secret it must not be enough (decision 104).
 */
export async function sendByKey(ctx: Context, request: SendRequest): Promise<DeliveredMessage> {
  const { user } = ctx;
  if (user.bot_type === BotType.incomingWebhook)
    demand((await webhookSecret(ctx, user.id)) === undefined, new OnlySignedRequests());
  return sendAsAsked(ctx, request);
}

export function sendAsAsked(ctx: Context, request: SendRequest): Promise<DeliveredMessage> {
  return inOrder(ctx, request.content, async () => send(await withRendered(ctx, request.content), request));
}

async function send(ctx: Context, request: SendRequest): Promise<DeliveredMessage> {
  const alone = () =>
    changeOutOfTurn(ctx, async (writing) => {
      const sent = await sendMessage(writing, request);
      await tellIfUnheard(writing, sent.id);
      return sent;
    });
  try {
    return await (ctx.app.database.engine === "postgres" ? sendInGroup(ctx, request, alone) : alone());
  } catch (error) {
    if (error instanceof ChannelDoesNotExist) await tellOfMissingChannel(ctx, error);
    throw error;
  }
}
