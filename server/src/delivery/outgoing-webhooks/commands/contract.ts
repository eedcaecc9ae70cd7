/** The contract for slash commands: bots declare them, people call them, and bots answer (decision 122). */
import {
  apiError,
  badRequest,
  bool,
  channelId,
  checked,
  InsufficientPermission,
  int,
  list,
  MAX_RECIPIENTS,
  messageId,
  notAudited,
  noted,
  nullable,
  oneOf,
  operation,
  optional,
  record,
  type ShapeOf,
  said,
  strictObject,
  text,
  timestamp,
  userId,
  withDefault,
} from "../../../kernel/api/index.ts";
import { NotForBots } from "../../../kernel/http/gate.ts";
import { collections } from "../../../kernel/limits/collections.ts";
import { InaccessibleRecipients, messageContent, sendErrors, topic } from "../../../messages/contract.ts";
import { NoSuchBot } from "../../../people/bots/contract.ts";

export const MAX_COMMAND_NAME_LENGTH = 30;
export const MAX_COMMAND_DESCRIPTION_LENGTH = 200;
export const MAX_COMMAND_HINT_LENGTH = 100;
export const MAX_COMMAND_ARGUMENTS = 5;
export const MAX_ARGUMENT_CHOICES = 20;
export const MAX_ARGUMENT_CHOICE_LENGTH = 40;
/** What is written after the command. */
export const MAX_ARGUMENTS_LENGTH = 2000;

/** Commands of clients, released ones included: a bot cannot declare them. */
export const BUILT_IN_COMMANDS: readonly string[] = [
  "me",
  "poll",
  "todo",
  "snippet",
  "schedule",
  "remind",
  "ping",
  "dark",
  "night",
  "light",
  "day",
  "settings",
  "fixed-width",
  "fluid-width",
];

export const CommandNameTaken = badRequest("There is already a command with this name.");
export const CommandIsBuiltIn = badRequest("This name belongs to a built-in command.");
export const NotACommandBot = badRequest("Only an outgoing webhook bot can have commands.");
export const NoSuchCommand = apiError("BAD_REQUEST", "There is no such command.", { status: 404 });
export const CommandBotInactive = badRequest("The bot of this command is deactivated.");
export const ArgumentNamedTwice = badRequest("Give each argument another name.");
export const RequiredAfterOptional = badRequest("Put required arguments before optional ones.");
export const ChoiceWithSpaces = badRequest("Only the choices of the last argument can have spaces.");
export const CommandCalledNowhere = badRequest("Call a command in a channel and topic, or in a direct conversation.");
export const ArgumentMissing = apiError<{ argument: string }>(
  "BAD_REQUEST",
  ({ argument }) => said`The command needs the argument ${argument}.`,
);
export const ArgumentNotAChoice = apiError<{ argument: string; choices: string }>(
  "BAD_REQUEST",
  ({ argument, choices }) => said`Choose one of these for ${argument}: ${choices}`,
);
export const NoSuchCall = apiError("BAD_REQUEST", "There is no such call, or it has been answered.", { status: 404 });

const NAME = /^[a-z0-9][a-z0-9_-]*$/;
const name = checked(
  text({ max: MAX_COMMAND_NAME_LENGTH }),
  (written) => NAME.test(written),
  said`Use lower-case letters, digits, hyphens and underscores, and begin with a letter or a digit.`,
);
const line = (max: number) => text({ max, trim: true });

const argumentFields = {
  name,
  description: optional(line(MAX_COMMAND_HINT_LENGTH)),
  required: optional(bool(), { note: "False by default." }),
  choices: optional(
    list(text({ max: MAX_ARGUMENT_CHOICE_LENGTH, trim: true, notBlank: true }), { max: MAX_ARGUMENT_CHOICES }),
    { note: "The values that it can have; without any, it can be anything." },
  ),
};
export type SentArgument = ShapeOf<typeof argumentFields>;
const sentArguments = list(strictObject(argumentFields), { max: MAX_COMMAND_ARGUMENTS });

const noteOfDescription = "What it does, in a line of plain text.";
const noteOfHint = "What to write after it, in plain text; without it, clients show the arguments.";
const noteOfArguments =
  "What is written after the command, word by word; the last one takes the rest. Required ones come first. " +
  "A call without them, or with another value than one of the choices, is refused.";

export const commandFields = {
  id: int(),
  bot_id: userId,
  name: noted(text(), { note: "Without the slash. Unique in the organization." }),
  description: text(),
  hint: noted(text(), { note: "Shown after the command while it is written; empty if the arguments say it all." }),
  arguments: list(strictObject({ name: text(), description: text(), required: bool(), choices: list(text()) })),
};
export const commandObject = strictObject(commandFields);
export type BotCommand = ShapeOf<typeof commandFields>;

/** Where a private answer belongs. */
export const answerFields = {
  call_id: int(),
  message_id: noted(messageId, { note: "The answer: a direct message of the bot to the caller." }),
  bot_id: userId,
  command: text(),
  arguments: noted(text(), { note: "As the caller wrote them." }),
  stream_id: nullable(channelId),
  topic: nullable(text()),
  user_ids: noted(nullable(list(userId)), {
    note: "The others in the direct conversation where the command was called; null for a channel.",
  }),
  expires_at: noted(timestamp(), { note: "When the answer is deleted." }),
};
export const answerObject = strictObject(answerFields);
export type CommandAnswer = ShapeOf<typeof answerFields>;

const bot_id = userId;
const command_id = int();
const audit = ["bot_setting_changed"] as const;
const declarationErrors = [
  NoSuchBot,
  InsufficientPermission,
  NotForBots,
  CommandNameTaken,
  CommandIsBuiltIn,
  ArgumentNamedTwice,
  RequiredAfterOptional,
  ChoiceWithSpaces,
];

export const getBotCommands = operation({
  method: "GET",
  path: "/bot_commands",
  summary: "List the slash commands of the organization's bots, by name.",
  response: { bot_commands: list(commandObject) },
});

export const createBotCommand = operation({
  method: "POST",
  path: "/bots/{bot_id}/commands",
  summary: "Declare a slash command of an outgoing webhook bot, as the bot, its owner or an administrator.",
  gate: "non-guest",
  params: {
    bot_id,
    name: noted(name, { note: "Without the slash.", example: "deploy" }),
    description: withDefault(line(MAX_COMMAND_DESCRIPTION_LENGTH), "", { note: noteOfDescription }),
    hint: withDefault(line(MAX_COMMAND_HINT_LENGTH), "", { note: noteOfHint }),
    arguments: withDefault(sentArguments, [], { note: noteOfArguments }),
  },
  audit,
  response: { command_id },
  errors: [...declarationErrors, NotACommandBot, collections.bot_commands.Full, collections.commands_of_bot.Full],
});

export const updateBotCommand = operation({
  method: "PATCH",
  path: "/bots/{bot_id}/commands/{command_id}",
  summary: "Change a slash command of a bot, as the bot, its owner or an administrator.",
  gate: "non-guest",
  params: {
    bot_id,
    command_id,
    name: optional(name, { note: "Without the slash." }),
    description: optional(line(MAX_COMMAND_DESCRIPTION_LENGTH), { note: noteOfDescription }),
    hint: optional(line(MAX_COMMAND_HINT_LENGTH), { note: noteOfHint }),
    arguments: optional(sentArguments, { note: noteOfArguments }),
  },
  audit,
  response: {},
  errors: [...declarationErrors, NoSuchCommand],
});

export const deleteBotCommand = operation({
  method: "DELETE",
  path: "/bots/{bot_id}/commands/{command_id}",
  summary: "Delete a slash command of a bot, as the bot, its owner or an administrator.",
  gate: "non-guest",
  params: { bot_id, command_id },
  audit,
  response: {},
  errors: [NoSuchBot, InsufficientPermission, NotForBots, NoSuchCommand],
});

export const callBotCommand = operation({
  method: "POST",
  path: "/bot_commands/{command_name}/call",
  summary: "Call a slash command where you could write a message. Its bot gets it as an outgoing webhook.",
  gate: "human",
  params: {
    command_name: noted(text({ max: MAX_COMMAND_NAME_LENGTH }), { note: "Without the slash.", example: "deploy" }),
    arguments: withDefault(text({ max: MAX_ARGUMENTS_LENGTH, trim: true }), "", {
      note: "What is written after the command.",
    }),
    stream_id: optional(channelId, { note: "The channel where you are, with a topic." }),
    topic: optional(topic, { note: "Required with a channel." }),
    user_ids: optional(list(userId, { max: MAX_RECIPIENTS }), {
      note: "Instead of a channel: the others in the direct conversation where you are; only yourself in your notes.",
    }),
  },
  audit: notAudited("only its caller and the bot know of it"),
  response: { call_id: noted(int(), { note: "Identifies the call in the answer." }) },
  errors: [
    NoSuchCommand,
    CommandBotInactive,
    CommandCalledNowhere,
    ArgumentMissing,
    ArgumentNotAChoice,
    collections.command_calls.Full,
    InaccessibleRecipients,
    ...sendErrors,
  ],
});

export const answerCommandCall = operation({
  method: "POST",
  path: "/bot_command_calls/{call_id}/answer",
  summary: "Answer a call later than in the response to the webhook, once and within a day, with the bot's API key.",
  params: {
    call_id: int(),
    content: noted(messageContent, { example: "Deployed." }),
    public: withDefault(bool(), false, {
      note: "Post the answer in the conversation instead of showing it to the caller only.",
    }),
  },
  audit: notAudited("a message is its own record"),
  response: {},
  errors: [NoSuchCall, InaccessibleRecipients, ...sendErrors],
});

export const dismissCommandAnswer = operation({
  method: "DELETE",
  path: "/bot_command_calls/{call_id}",
  summary: "Delete a private answer that you got, before it is deleted after a day.",
  gate: "human",
  params: { call_id: int() },
  audit: notAudited("only its caller and the bot know of it"),
  response: {},
  errors: [NoSuchCall],
});

export const botCommandsState = {
  bot_commands: noted(list(commandObject), { note: "Only with the capability `bot_commands`." }),
};
export const commandAnswersState = {
  command_answers: noted(list(answerObject), {
    note: "Private answers to your calls, oldest first. Only with the capability `bot_commands`.",
  }),
};

/** The JSON document that the bot's URL receives. */
export const commandPayload = {
  bot_email: text(),
  bot_full_name: text(),
  data: text(),
  trigger: oneOf("command"),
  token: text(),
  call_id: int(),
  command: text(),
  arguments: text(),
  argument_values: record(text()),
  caller: strictObject({ user_id: userId, full_name: text(), email: text() }),
  place: strictObject({
    type: oneOf("channel", "direct"),
    stream_id: nullable(channelId),
    stream_name: nullable(text()),
    topic: nullable(text()),
  }),
};
export type CommandPayload = ShapeOf<typeof commandPayload>;
