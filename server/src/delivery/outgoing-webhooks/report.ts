/** Reports a failed call to the people who wait for a reply, and to the bot's owner. */

import type { Writing } from "../../kernel/context.ts";
import { messageSeen } from "../../messages/access.ts";
import { tellOwner } from "../../messages/notices/tell-owner.ts";
import { userById } from "../../people/users/store.ts";
import { messageLink } from "../../text/notices/markup.ts";
import { noticesIn } from "../../text/notices/texts/index.ts";
import type { WebhookFailure } from "../../text/notices/texts/webhooks.ts";
import type { Call, CalledBot } from "./call.ts";
import { postReply } from "./reply.ts";

/** In a channel, in the organization's language; in a direct message, in the sender's. */
export async function postFailure(call: Call<Writing>, failure: WebhookFailure): Promise<void> {
  const { ctx, message } = call;
  const { db, realm } = ctx;
  const sender = message.channel ? undefined : await userById(db, realm.id, message.sender_id);
  const language = (sender?.settings.default_language as string) ?? realm.settings.default_language;
  await postReply(call, { content: noticesIn(language).webhooks.inConversation(failure) });
}

export async function notifyOwner(call: Call<Writing>, failure: WebhookFailure): Promise<void> {
  await notifyOwnerOf(call, failure, await linkForOwner(call));
}

/** Without a link, the owner does not learn where the bot was called. */
export async function notifyOwnerOf(
  { ctx, service }: CalledBot<Writing>,
  failure: WebhookFailure,
  link?: string,
): Promise<void> {
  const { origin } = new URL(service.base_url);
  await tellOwner(ctx, ctx.user, (notices, bot) => notices.webhooks.toOwner({ bot, origin, link, failure }));
}

/** Undefined if the owner cannot see the message that triggered the bot: then they do not learn where it was. */
async function linkForOwner({ ctx, message }: Call<Writing>): Promise<string | undefined> {
  const { app, db, realm, user } = ctx;
  const { channel } = message;
  if (!channel || user.bot_owner_id === null) return undefined;
  const row = await db.selectFrom("user").selectAll().where("id", "=", user.bot_owner_id).executeTakeFirstOrThrow();
  const owner = await app.identities.userWithin(db, row, realm.version);
  const seen = await messageSeen({ ...ctx, user: owner }, message.id);
  return seen && messageLink(channel, message.subject, message.id);
}
