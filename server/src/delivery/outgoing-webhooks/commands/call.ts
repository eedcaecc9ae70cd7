/** Somebody calls a command: it is checked as a message would be, and the bot's webhook is queued with it. */
import { demand, type ShapeOf } from "../../../kernel/api/index.ts";
import type { WriteContext } from "../../../kernel/context.ts";
import { enqueue } from "../../../kernel/jobs/job-kind.ts";
import { demandRoom } from "../../../kernel/limits/room.ts";
import { prepareMessage } from "../../../messages/send/actions.ts";
import { userById } from "../../../people/users/store.ts";
import { valuesOf } from "./arguments.ts";
import {
  CommandBotInactive,
  CommandCalledNowhere,
  type callBotCommand as declaration,
  NoSuchCommand,
} from "./contract.ts";
import { callCommand } from "./job-kind.ts";
import { type CommandCall, commandNamed, insertCall } from "./store.ts";

type CallRequest = ShapeOf<(typeof declaration)["params"]>;

/** How long a bot can answer, and how long a private answer is kept. */
export const CALL_SECONDS = 86_400;

export async function callBotCommand(ctx: WriteContext, request: CallRequest): Promise<number> {
  const { db, realm, user, now } = ctx;
  const command = await commandNamed(db, realm.id, request.command_name);
  if (!command) throw new NoSuchCommand();
  const place = await placeOf(ctx, request);
  const bot = await userById(db, realm.id, command.bot_id);
  demand(bot?.is_active === true, new CommandBotInactive());
  const argument_values = valuesOf(command.arguments, request.arguments);
  await demandRoom(ctx, "command_calls", { user_id: user.id });
  const call_id = await insertCall(db, {
    ...place,
    bot_id: command.bot_id,
    user_id: user.id,
    command: command.name,
    arguments: request.arguments,
    argument_values,
    expires_at: now + CALL_SECONDS,
  });
  enqueue(ctx, callCommand({ call_id }), { lane: `${command.bot_id}` });
  return call_id;
}

type CallPlace = Pick<CommandCall, "channel_id" | "topic" | "user_ids">;

/** Where the caller is, if they may write there: every rule for messages applies. */
async function placeOf(ctx: WriteContext, request: CallRequest): Promise<CallPlace> {
  const { stream_id, topic, user_ids } = request;
  const content = `/${request.command_name}`;
  demand((stream_id === undefined) !== (user_ids === undefined), new CommandCalledNowhere());
  const prepared = await prepareMessage(
    ctx,
    stream_id === undefined
      ? { type: "direct", to: user_ids, content }
      : { type: "channel", to: stream_id, topic, content },
  );
  if ("channel" in prepared) return { channel_id: prepared.channel.id, topic: prepared.topic, user_ids: null };
  const others = prepared.participants.map(({ id }) => id).filter((id) => id !== ctx.user.id);
  return { channel_id: null, topic: null, user_ids: others };
}
