/** The owner of a bot is notified when it posts where nobody reads. */
import type { ApiError, MessageId } from "../../kernel/api/index.ts";
import { type Context, change, type TxContext } from "../../kernel/context.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { takeTurn } from "../../kernel/events/log.ts";
import { channelLink, plainly } from "../../text/notices/markup.ts";
import type { ChannelDoesNotExist } from "../contract.ts";
import { tellOwner } from "../notices/tell-owner.ts";

/** After a message was sent: costs nothing unless a bot with an owner has sent it. */
export async function tellIfUnheard(ctx: TxContext, sent: MessageId): Promise<void> {
  if (ctx.user.bot_owner_id === null) return;
  const channel = await channelWithoutSubscribers(ctx.db, sent);
  if (channel)
    await tellOwner(await takeTurn(ctx), ctx.user, (notices, bot) => notices.botIsUnheard(bot, channelLink(channel)));
}

/** After a message was refused because there is no such channel. */
export async function tellOfMissingChannel(
  ctx: Context,
  error: InstanceType<typeof ChannelDoesNotExist>,
): Promise<void> {
  if (ctx.user.bot_owner_id === null) return;
  const place = placeIn(error);
  await change(ctx, (writing) => tellOwner(writing, ctx.user, (notices, bot) => notices.botMissesChannel(bot, place)));
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
