/** Messages that the server itself sends, as the notification bot. */

import { noticeToChannel } from "../../channels/moments.ts";
import type { ChannelRow } from "../../channels/store.ts";
import type { MessageId, UserId } from "../../kernel/api/ids.ts";
import { MAX_MESSAGE_LENGTH, MAX_TOPIC_LENGTH } from "../../kernel/api/limits.ts";
import type { OpenContext, User, WriteContext, Writing } from "../../kernel/context.ts";
import { on } from "../../kernel/moments.ts";
import { noticeToPerson } from "../../people/moments.ts";
import { usersWithIds } from "../../people/users/store.ts";
import { type SystemBot, systemBot } from "../../people/users/system-bots.ts";
import { UnableToRender } from "../../text/errors.ts";
import { shortened } from "../../text/notices/markup.ts";
import { asWritten } from "../../text/rendered.ts";
import { renderFor } from "../content.ts";
import type { Composed } from "../send/compose.ts";
import { type Delivery, deliverToChannel, deliverToPeople } from "../send/deliver.ts";
import { directRecipient } from "../store.ts";

export type NoticeAddress = { readonly channel: ChannelRow; readonly topic: string } | { readonly user: UserId };

export interface NoticeOptions {
  /** The user who caused the notice: it is read for them. */
  readBy?: readonly UserId[];
  /** The notice is read for everyone; the caller takes care of that. */
  isReadByAll?: boolean;
  as?: SystemBot;
}

/**
 * Sends a notice in the caller's transaction. The server's bots may write everywhere, so nothing is checked, and a long
 * name or text does not make the change fail.
 */
export async function sendNotice(
  ctx: Writing<OpenContext>,
  to: NoticeAddress,
  content: string,
  { as = "notification", ...reading }: NoticeOptions = {},
): Promise<MessageId> {
  const bot = await systemBot(ctx.db, ctx.realm.id, as);
  const speaking: WriteContext = { ...ctx, user: bot, client: "Internal" };
  const delivery: Delivery = { read_by_sender: false, ...reading };
  const composed = await noticeIn(speaking, content, bot);
  if ("user" in to) {
    const participants = await usersWithIds(ctx.db, [bot.id, to.user]);
    const existing = await directRecipient(ctx.db, ctx.realm.id, [bot.id, to.user]);
    return (await deliverToPeople(speaking, delivery, participants, composed, existing)).id;
  }
  const topic = to.channel.topics_policy === "empty_topic_only" ? "" : shortened(to.topic, MAX_TOPIC_LENGTH);
  return (await deliverToChannel(speaking, delivery, to.channel, topic, composed)).id;
}

/** What features below have to say. */
export const sendingNotices = [
  on(noticeToPerson, async (ctx, { user, text }) => {
    await sendNotice(ctx, { user }, text);
  }),
  on(noticeToChannel, async (ctx, { channel, topic, text, ...reading }) => {
    await sendNotice(ctx, { channel, topic }, text, reading);
  }),
];

/** A notice's content, and its rendering. */
export async function noticeIn(ctx: WriteContext, content: string, as?: User): Promise<Composed> {
  const bot = as ?? (await systemBot(ctx.db, ctx.realm.id, "notification"));
  const text = shortened(content, MAX_MESSAGE_LENGTH);
  const author = { ...bot, speaksForServer: true as const };
  try {
    return { content: text, rendered: await renderFor({ ...ctx, user: bot }, text, author, { account: ctx.user.id }) };
  } catch (error) {
    if (!(error instanceof UnableToRender)) throw error;
    return { content: text, rendered: asWritten(text) };
  }
}
