/** Posts an email: its files are uploaded, and then one change stores the message, and that this email was posted. */
import { hash } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { type Channel, channelById } from "../../channels/store.ts";
import type { MessageId } from "../../kernel/api/ids.ts";
import { changeOutOfTurn, type TxContext } from "../../kernel/context.ts";
import { takeTurn } from "../../kernel/events/log.ts";
import { unfinishedFile } from "../../kernel/storage/unfinished.ts";
import { withRendered } from "../../messages/content.ts";
import { normaliseContent } from "../../messages/normalise.ts";
import { deliverPrepared, prepareMessage } from "../../messages/send/actions.ts";
import { compose } from "../../messages/send/compose.ts";
import { deliverToChannel } from "../../messages/send/deliver.ts";
import { channelToPostIn, checkTopicsPolicy } from "../../messages/send/prepare.ts";
import { participantsOf, topicByName } from "../../messages/store.ts";
import { uploadFile } from "../../messages/uploads/actions.ts";
import { contentOf, isTooLong, type MailLink, messageFrom } from "./message.ts";
import type { MailFile, ReadMail } from "./reading/read-mail.ts";
import { noSuchAddress, tooLarge } from "./refusal.ts";
import type { SenderProof } from "./senders/prove.ts";
import type { ChannelTarget, MailTarget, ReplyTarget } from "./target.ts";

/** An email that is delivered again, because its sender did not get the response, is posted once. */
export type PostOutcome = "posted" | "repeated";

export interface MailToPost extends ReadMail {
  /** Undefined where senders are not checked. */
  readonly proof: SenderProof | undefined;
}

export async function post(target: MailTarget, mail: MailToPost): Promise<PostOutcome> {
  // Senders choose the Message-ID, and some always choose the same.
  const key = hash("sha256", JSON.stringify(["email", target.key, mail.messageId, mail.digest]), "base64url");
  if (await wasPosted(target, key)) return "repeated";
  await ("message" in target ? reply(target, mail, key) : postInChannel(target, mail, key));
  return "posted";
}

async function wasPosted({ ctx }: MailTarget, key: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom("sent_once")
    .select("message_id")
    .where("user_id", "=", ctx.user.id)
    .where("request_key", "=", key)
    .executeTakeFirst();
  return row !== undefined;
}

/** The content of the message. Files that no message claims in the end are removed like those of people who change their mind. */
async function written(target: MailTarget, mail: ReadMail, head: string): Promise<string> {
  const { maxUploadMib, dataDirectory } = target.ctx.app.config;
  if (mail.files.some(({ size }) => size > maxUploadMib * 1024 * 1024))
    throw tooLarge(`An attachment is larger than ${maxUploadMib} MiB.`);
  const links: MailLink[] = [];
  for (const file of mail.files) links.push(await uploaded(target, file));
  if (isTooLong(mail, head, links)) links.push(await uploadedText(target, dataDirectory, mail));
  return contentOf(target, mail, head, links);
}

async function uploaded({ ctx }: MailTarget, file: MailFile): Promise<MailLink> {
  const { path_id, file_name } = await uploadFile(ctx, file);
  return { name: file_name, url: `/user_uploads/${path_id}` };
}

async function uploadedText(target: MailTarget, dataDirectory: string, { text }: ReadMail): Promise<MailLink> {
  const path = await unfinishedFile(dataDirectory);
  try {
    await writeFile(path, text, { mode: 0o600, flag: "wx" });
    const contentType = "text/plain; charset=utf-8";
    return await uploaded(target, { path, name: "email.txt", contentType, size: Buffer.byteLength(text) });
  } finally {
    // What was uploaded is elsewhere by now.
    await rm(path, { force: true });
  }
}

async function postInChannel(target: ChannelTarget, mail: MailToPost, key: string): Promise<void> {
  const { ctx, owner, mailbox, options } = target;
  const channel = await channelById(ctx.db, ctx.realm.id, owner.user.id, mailbox.channelId);
  if (!channel) throw noSuchAddress();
  const sender = options.has("show-sender")
    ? { isProved: mail.proof === undefined || mail.proof === "proved" }
    : undefined;
  const { topic, head } = messageFrom(mail, ctx.realm, channel, sender);
  const content = await written(target, mail, head);
  const isGateway = mailbox.senderId === undefined;
  await changeOutOfTurn(await withRendered(ctx, content), async (writing) => {
    const open = await channelToPostIn({ ...writing, user: owner.user }, mailbox.channelId);
    if (isGateway) return postAsGateway(writing, open, { topic, content, key });
    const prepared = await prepareMessage(writing, { type: "channel", to: channel.id, topic, content });
    await deliverPrepared(await takeTurn(writing), { key }, prepared);
  });
}

interface GatewayMessage {
  readonly topic: string;
  readonly content: string;
  readonly key: string;
}

/** The server's own bots may post everywhere; the owner of the address was asked. */
async function postAsGateway(ctx: TxContext, channel: Channel, { topic, content, key }: GatewayMessage): Promise<void> {
  checkTopicsPolicy(ctx, channel, topic);
  const place = { channel_id: channel.id, topicId: () => topicByName(ctx.db, channel.id, topic) };
  const composed = await compose(ctx, { content: normaliseContent(content) }, place);
  await deliverToChannel(await takeTurn(ctx), { key, read_by_sender: false }, channel, topic, composed);
}

/** Where the message is now, which may have been moved since the email about it. */
async function reply(target: ReplyTarget, mail: ReadMail, key: string): Promise<void> {
  const { ctx, message } = target;
  const content = await written(target, mail, "");
  await changeOutOfTurn(await withRendered(ctx, content), async (writing) => {
    const prepared = await prepareMessage(writing, { ...(await placeOf(writing, message)), content });
    await deliverPrepared(await takeTurn(writing), { key, read_by_sender: true }, prepared);
  });
}

async function placeOf({ db }: TxContext, { id, recipient_id, channel, subject }: ReplyTarget["message"]) {
  if (channel) {
    const topic = await currentTopic(db, id);
    return { type: "channel" as const, to: channel.id, topic: topic ?? subject };
  }
  const people = (await participantsOf(db, [recipient_id])).get(recipient_id) ?? [];
  return { type: "direct" as const, to: people.map((person) => person.id) };
}

/** Within the change: the topic may be renamed between the check and now. */
async function currentTopic(db: TxContext["db"], id: MessageId): Promise<string | undefined> {
  const row = await db.selectFrom("message").select("subject").where("id", "=", id).executeTakeFirst();
  return row?.subject;
}
