/** Posts a bot's reply where it was triggered. */
import type { Channel } from "../../channels/store.ts";
import { ApiError, said, type UserId } from "../../kernel/api/index.ts";
import { MAX_MESSAGE_LENGTH } from "../../kernel/api/limits.ts";
import type { Context, Writing } from "../../kernel/context.ts";
import { isLonger } from "../../kernel/names/printable.ts";
import { MayNotPost } from "../../messages/contract.ts";
import { normaliseContent } from "../../messages/normalise.ts";
import { holdsPostingPermission } from "../../messages/permissions.ts";
import { sendMessage } from "../../messages/send/actions.ts";
import { compose } from "../../messages/send/compose.ts";
import { deliverToChannel } from "../../messages/send/deliver.ts";
import { checkTopicsPolicy, senderFor } from "../../messages/send/prepare.ts";
import { participantsOf, topicByName } from "../../messages/store.ts";
import type { Call } from "./call.ts";
import type { Reply } from "./response.ts";

/** A mention gives the bot access to the channel; posting still requires the channel's permission. */
export async function postReply({ ctx, message }: Call<Writing>, reply: Reply): Promise<void> {
  const { channel, subject, recipient_id } = message;
  if (channel) return postInChannel(ctx, channel, subject, reply);
  const people = (await participantsOf(ctx.db, [recipient_id])).get(recipient_id) ?? [];
  const ids = people.map((person) => person.id);
  await postToPeople(ctx, ids, reply);
}

type AsBot = Writing & Context;

/** Whoever called the bot has given it access to the channel. */
export async function postInChannel(ctx: AsBot, channel: Channel, topic: string, reply: Reply): Promise<void> {
  checkWidget(reply);
  if (channel.is_archived || !holdsPostingPermission(await senderFor(ctx, channel), channel)) throw new MayNotPost();
  checkTopicsPolicy(ctx, channel, topic);
  const place = { channel_id: channel.id, topicId: () => topicByName(ctx.db, channel.id, topic) };
  const composed = await compose(ctx, { ...reply, content: normaliseContent(reply.content) }, place);
  await deliverToChannel(ctx, {}, channel, topic, composed);
}

export async function postToPeople(ctx: AsBot, ids: readonly UserId[], reply: Reply): Promise<void> {
  checkWidget(reply);
  await sendMessage(ctx, { type: "direct", to: ids, ...reply });
}

export function checkWidget({ widget_content = "" }: Reply): void {
  if (isLonger(widget_content, MAX_MESSAGE_LENGTH))
    throw new ApiError(said`widget_content is too long (limit: ${MAX_MESSAGE_LENGTH} characters)`);
}
