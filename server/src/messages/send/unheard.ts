/** Sends a message as requested. A bot's owner is notified if the bot posts where nobody reads. */
import type { ApiError, MessageId } from "../../kernel/api/index.ts";
import { type Context, change, changeOutOfTurn } from "../../kernel/context.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { takeTurn } from "../../kernel/events/log.ts";
import { channelLink, plainly } from "../../text/notices/markup.ts";
import { withRendered } from "../content.ts";
import { ChannelDoesNotExist } from "../contract.ts";
import { tellOwner } from "../notices/tell-owner.ts";
import { sendMessage } from "./actions.ts";
import type { DeliveredMessage } from "./deliver.ts";
import { inOrder } from "./in-order.ts";
import type { SendRequest } from "./prepare.ts";

export function sendAsAsked(ctx: Context, request: SendRequest): Promise<DeliveredMessage> {
  return inOrder(ctx, request.content, async () => send(await withRendered(ctx, request.content), request));
}

async function send(ctx: Context, request: SendRequest): Promise<DeliveredMessage> {
  if (ctx.user.bot_owner_id === null) return changeOutOfTurn(ctx, (writing) => sendMessage(writing, request));
  try {
    return await changeOutOfTurn(ctx, async (writing) => {
      const sent = await sendMessage(writing, request);
      const channel = await channelWithoutSubscribers(writing.db, sent.id);
      if (channel)
        await tellOwner(await takeTurn(writing), ctx.user, (notices, bot) =>
          notices.botIsUnheard(bot, channelLink(channel)),
        );
      return sent;
    });
  } catch (error) {
    if (error instanceof ChannelDoesNotExist) {
      const place = placeIn(error);
      await change(ctx, (writing) =>
        tellOwner(writing, ctx.user, (notices, bot) => notices.botMissesChannel(bot, place)),
      );
    }
    throw error;
  }
}

/** As the bot named it. */
function placeIn({ fields }: ApiError): string {
  return "stream_id" in fields ? `**#${fields.stream_id}**` : `**${plainly(String(fields.stream))}**`;
}

async function channelWithoutSubscribers(db: Db, messageId: MessageId) {
  return db
    .selectFrom("message")
    .innerJoin("channel", "channel.recipient_id", "message.recipient_id")
    .select(["channel.id", "channel.name"])
    .where("message.id", "=", messageId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("subscription")
            .innerJoin("user", "user.id", "subscription.user_id")
            .select("subscription.user_id")
            .whereRef("subscription.channel_id", "=", "channel.id")
            .where("subscription.is_subscribed", "=", true)
            .where("user.is_active", "=", true),
        ),
      ),
    )
    .executeTakeFirst();
}
