/** Messages that the server itself writes, as the notification bot. */

import type { ChannelRow } from "../../channels/store.ts";
import type { MessageId, UserId } from "../../kernel/api/ids.ts";
import type { OpenContext, User, WriteContext, Writing } from "../../kernel/context.ts";
import { usersWithIds } from "../../people/users/store.ts";
import { type SystemBot, systemBot } from "../../people/users/system-bots.ts";
import { asWritten, renderFor } from "../content.ts";
import { UnableToRender } from "../content-errors.ts";
import { MAX_MESSAGE_LENGTH, MAX_TOPIC_LENGTH } from "../contract.ts";
import type { Composed } from "../send/compose.ts";
import { type Delivery, deliverToChannel, deliverToPeople } from "../send/deliver.ts";
import { directRecipient } from "../store.ts";
import { shortened } from "./markup.ts";

export type NoticeAddress = { readonly channel: ChannelRow; readonly topic: string } | { readonly user: UserId };

export interface NoticeOptions {
  /** Who did what the notice tells: their copy is read. */
  readBy?: readonly UserId[];
  /** Nobody has to read it: the caller sees to that. */
  isReadByAll?: boolean;
  as?: SystemBot;
}

/**
 * Sends a notice in the caller's transaction. A bot of the server may write everywhere, so nothing is checked, and nothing
 * that somebody's name or words make too long stops what the notice is about.
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

/** What a notice says, and how it is shown. */
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
