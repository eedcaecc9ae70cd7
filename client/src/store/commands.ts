import type { botCommands } from "@parley/server/contract";
import { deletedBy } from "./deleted.ts";
import { part, withEntry, withoutEntry } from "./part.ts";

export type BotCommand = botCommands.BotCommand;
export type CommandAnswer = botCommands.CommandAnswer;

/** The organization's slash commands, and the private answers of their bots. */
export interface CommandsState {
  /** By id. */
  readonly commands: ReadonlyMap<number, BotCommand>;
  /** By the id of the message, which is deleted after a day. */
  readonly answers: ReadonlyMap<number, CommandAnswer>;
}

const put = (state: CommandsState, { command }: { readonly command: BotCommand }): CommandsState => ({
  ...state,
  commands: withEntry(state.commands, command.id, command),
});

export const commandsPart = part<CommandsState>({
  from: ({ bot_commands = [], command_answers = [] }) => ({
    commands: new Map(bot_commands.map((command) => [command.id, command])),
    answers: new Map(command_answers.map((answer) => [answer.message_id, answer])),
  }),

  on: {
    bot_commands: {
      add: put,
      update: put,
      remove: (state, { command_id }) => ({ ...state, commands: withoutEntry(state.commands, command_id) }),
    },
    command_answers: {
      add: (state, { answer }) => ({ ...state, answers: withEntry(state.answers, answer.message_id, answer) }),
    },
    delete_message(state, event) {
      const gone = deletedBy(event);
      if (!gone.some((id) => state.answers.has(id))) return state;
      return { ...state, answers: new Map([...state.answers].filter(([id]) => !gone.includes(id))) };
    },
  },
});
