/** Declaring, changing and deleting commands. */
import { demand, type ShapeOf, type UserId } from "../../../kernel/api/index.ts";
import { record } from "../../../kernel/audit/record.ts";
import type { WriteContext } from "../../../kernel/context.ts";
import { toEveryone } from "../../../kernel/events/audience.ts";
import { append } from "../../../kernel/events/log.ts";
import { demandRoom } from "../../../kernel/limits/room.ts";
import { botToDeclareFor, commandFor, demandCommandBot } from "./access.ts";
import { checkDeclared, declaredArguments } from "./arguments.ts";
import {
  BUILT_IN_COMMANDS,
  CommandIsBuiltIn,
  CommandNameTaken,
  type createBotCommand as creation,
  type updateBotCommand as update,
} from "./contract.ts";
import { commandAddEvent, commandRemoveEvent, commandUpdateEvent } from "./events.ts";
import {
  type CommandContent,
  changeCommand,
  commandNamed,
  deleteCommand as deleteRow,
  insertCommand,
} from "./store.ts";

export async function createBotCommand(
  ctx: WriteContext,
  { bot_id, ...sent }: ShapeOf<(typeof creation)["params"]>,
): Promise<number> {
  const { db, realm } = ctx;
  const content: CommandContent = { ...sent, arguments: declaredArguments(sent.arguments) };
  const bot = await botToDeclareFor(ctx, bot_id);
  demandCommandBot(bot);
  await checkContent(ctx, content);
  await demandRoom(ctx, "commands_of_bot", { bot_id: bot.id });
  await demandRoom(ctx, "bot_commands", { realm_id: realm.id });
  const command = await insertCommand(db, { realm_id: realm.id, bot_id: bot.id }, content);
  noteChange(ctx, bot.id);
  append(ctx, commandAddEvent({ op: "add", command }), toEveryone);
  return command.id;
}

export async function updateBotCommand(
  ctx: WriteContext,
  { bot_id, command_id, ...sent }: ShapeOf<(typeof update)["params"]>,
): Promise<void> {
  const { id, bot_id: botId, ...former } = await commandFor(ctx, bot_id, command_id);
  const content: CommandContent = {
    name: sent.name ?? former.name,
    description: sent.description ?? former.description,
    hint: sent.hint ?? former.hint,
    arguments: sent.arguments ? declaredArguments(sent.arguments) : former.arguments,
  };
  await checkContent(ctx, content, id);
  const command = await changeCommand(ctx.db, id, content);
  noteChange(ctx, botId);
  append(ctx, commandUpdateEvent({ op: "update", command }), toEveryone);
}

export async function deleteBotCommand(ctx: WriteContext, botId: UserId, commandId: number): Promise<void> {
  const { id, bot_id } = await commandFor(ctx, botId, commandId);
  await deleteRow(ctx.db, id);
  noteChange(ctx, bot_id);
  append(ctx, commandRemoveEvent({ op: "remove", command_id: id }), toEveryone);
}

async function checkContent({ db, realm }: WriteContext, content: CommandContent, own?: number): Promise<void> {
  demand(!BUILT_IN_COMMANDS.includes(content.name), new CommandIsBuiltIn());
  checkDeclared(content.arguments);
  const other = await commandNamed(db, realm.id, content.name);
  demand(other === undefined || other.id === own, new CommandNameTaken());
}

const noteChange = (ctx: WriteContext, bot: UserId): void =>
  record(ctx, "bot_setting_changed", { user: bot, setting: "commands" });
