/** Sending as a request asks for it. The owner of a bot is told when the bot speaks where nobody hears it. */
import type { ApiError, MessageId, ShapeOf, UserId } from "../../api/index.ts";
import { type Context, change, type WriteContext } from "../../context.ts";
import type { Db } from "../../db/handles.ts";
import { channelLink, plainly, silently } from "../../notices/markup.ts";
import { sendNotice } from "../../notices/send.ts";
import { type Notices, noticesIn } from "../../notices/texts/index.ts";
import { userById } from "../../users/store.ts";
import { systemBot } from "../../users/system-bots.ts";
import { ChannelDoesNotExist, type sendMessage as sendOperation } from "../contract.ts";
import { directRecipient } from "../store.ts";
import { type Sent, sendMessage } from "./actions.ts";

type Request = ShapeOf<(typeof sendOperation)["params"]>;

/** A bot that fails once a second must not write to its owner once a second. */
const SECONDS_BETWEEN_NOTICES = 60;
/** How far back an owner's notices are looked through for one about the same bot. */
const NOTICES_LOOKED_AT = 20;

export async function sendAsAsked(ctx: Context, request: Request): Promise<Sent> {
  const owner = ctx.user.bot_owner_id;
  if (owner === null) return change(ctx, (writing) => sendMessage(writing, request));
  try {
    return await change(ctx, async (writing) => {
      const sent = await sendMessage(writing, request);
      const channel = await channelWithoutSubscribers(writing.db, sent.id);
      if (channel) await tell(writing, owner, (notices, bot) => notices.botIsUnheard(bot, channelLink(channel)));
      return sent;
    });
  } catch (error) {
    if (error instanceof ChannelDoesNotExist) {
      const place = placeIn(error);
      await change(ctx, (writing) => tell(writing, owner, (notices, bot) => notices.botMissesChannel(bot, place)));
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

async function tell(
  ctx: WriteContext,
  ownerId: UserId,
  sentence: (notices: Notices, bot: string) => string,
): Promise<void> {
  const owner = await userById(ctx.db, ctx.realm.id, ownerId);
  const bot = silently(ctx.user);
  if (!owner?.is_active || (await wasToldLately(ctx, ownerId, bot))) return;
  const language = (owner.settings.default_language as string) ?? ctx.realm.userDefaults.default_language;
  await sendNotice(ctx, { user: ownerId }, sentence(noticesIn(language), bot));
}

async function wasToldLately({ db, realm, now }: WriteContext, owner: UserId, bot: string): Promise<boolean> {
  const { id } = await systemBot(db, realm.id, "notification");
  const recipient = await directRecipient(db, realm.id, [id, owner]);
  if (recipient === undefined) return false;
  const newest = await db
    .selectFrom("message")
    .select(["sent_at", "content"])
    .where("recipient_id", "=", recipient)
    .orderBy("id", "desc")
    .limit(NOTICES_LOOKED_AT)
    .execute();
  return newest.some(({ sent_at, content }) => sent_at > now - SECONDS_BETWEEN_NOTICES && content.includes(bot));
}
