/**
 * A bot's answer to a call. A private one is a direct message of the bot to the caller, which every client shows; a row
 * says where it belongs, so that clients that know of commands show it there, and when it is deleted (decision 122).
 */
import { type Channel, channelById } from "../../../channels/store.ts";
import type { MessageId } from "../../../kernel/api/ids.ts";
import type { Context, OpenContext, Writing } from "../../../kernel/context.ts";
import { toUsers } from "../../../kernel/events/audience.ts";
import { append } from "../../../kernel/events/log.ts";
import { normaliseContent } from "../../../messages/normalise.ts";
import { compose, DIRECT } from "../../../messages/send/compose.ts";
import { deliverToPeople } from "../../../messages/send/deliver.ts";
import { channelToPostIn } from "../../../messages/send/prepare.ts";
import { directRecipient } from "../../../messages/store.ts";
import { usersWithIds } from "../../../people/users/store.ts";
import { checkWidget, postInChannel, postToPeople } from "../reply.ts";
import { answerAddEvent } from "./events.ts";
import { presentAnswer } from "./present.ts";
import { type CommandCall, deleteCalls, noteAnswer } from "./store.ts";

export interface CommandReply {
  readonly content: string;
  /** JSON text. */
  readonly widget_content?: string;
  readonly isPublic: boolean;
}

/** The context acts as the bot. */
export type AsBot = Writing & Context;

export async function answerCall(ctx: AsBot, call: CommandCall, reply: CommandReply): Promise<void> {
  const { isPublic, ...message } = reply;
  // The bot is not among the people of a direct conversation, unless they have included it.
  const isPossible = call.channel_id !== null || call.user_ids?.includes(ctx.user.id);
  if (isPublic && isPossible) await answerPublicly(ctx, call, message);
  else await answerPrivately(ctx, call, message);
}

type MessageReply = Omit<CommandReply, "isPublic">;

/** Where the caller was, and still may write. */
async function answerPublicly(ctx: AsBot, call: CommandCall, reply: MessageReply): Promise<void> {
  if (call.channel_id === null) await postToPeople(ctx, [call.user_id, ...(call.user_ids ?? [])], reply);
  else {
    await channelToPostIn(await asCaller(ctx, call), call.channel_id);
    const channel = (await channelById(ctx.db, ctx.realm.id, ctx.user.id, call.channel_id)) as Channel;
    await postInChannel(ctx, channel, call.topic ?? "", reply);
  }
  await deleteCalls(ctx.db, [call.id]);
}

async function asCaller<C extends OpenContext>(ctx: C, call: CommandCall): Promise<C & Context> {
  const { app, db, realm } = ctx;
  const row = await db.selectFrom("user").selectAll().where("id", "=", call.user_id).executeTakeFirstOrThrow();
  return { ...ctx, user: await app.identities.userWithin(db, row, realm.version) };
}

export async function answerPrivately(ctx: AsBot, call: CommandCall, reply: MessageReply): Promise<void> {
  checkWidget(reply);
  const content = normaliseContent(reply.content);
  const composed = await compose(ctx, { ...reply, content }, DIRECT);
  const { db, realm, user: bot } = ctx;
  const participants = await usersWithIds(db, [bot.id, call.user_id]);
  const existing = await directRecipient(db, realm.id, [bot.id, call.user_id]);
  const { id } = await deliverToPeople(ctx, {}, participants, composed, existing);
  await noteAnswer(db, call.id, id);
  announceAnswer(ctx, call, id);
}

function announceAnswer(ctx: AsBot, call: CommandCall, answer_message_id: MessageId): void {
  const answer = presentAnswer({ ...call, answer_message_id });
  append(ctx, answerAddEvent({ op: "add", answer }), toUsers(call.user_id));
}
