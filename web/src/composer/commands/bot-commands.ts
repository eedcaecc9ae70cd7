/** Slash commands of the organization's bots: which there are, and what a text says to one. */
import type { BotCommand, State } from "@parley/client";

export type CommandsAndUsers = Pick<State, "commands" | "users">;

/** Commands of deactivated bots cannot be called. */
const isOffered = ({ users }: CommandsAndUsers, { bot_id }: BotCommand): boolean =>
  users.users.get(bot_id)?.is_active !== false;

/** Those that begin with the text, by name. */
export function findBotCommands(typed: string, state: CommandsAndUsers): BotCommand[] {
  const wanted = typed.toLowerCase();
  return [...state.commands.commands.values()]
    .filter((command) => command.name.startsWith(wanted) && isOffered(state, command))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function botCommandNamed(name: string, state: CommandsAndUsers): BotCommand | undefined {
  for (const command of state.commands.commands.values())
    if (command.name === name && isOffered(state, command)) return command;
  return undefined;
}

export interface CalledCommand {
  readonly command: BotCommand;
  /** What is written after it. */
  readonly written: string;
}

/** The command that a text begins with, if a bot has declared it: such a text is not sent as a message. */
export function calledCommandIn(text: string, state: CommandsAndUsers): CalledCommand | undefined {
  const [, name = "", written = ""] = /^\/([a-z0-9][a-z0-9_-]*)(?:\s+([\s\S]*))?$/i.exec(text.trim()) ?? [];
  const command = botCommandNamed(name.toLowerCase(), state);
  return command && { command, written };
}

/** What can be written after it: `<environment> [version]`, or in the bot's own words. */
export const usageOf = ({ hint, arguments: declared }: Pick<BotCommand, "hint" | "arguments">): string =>
  hint || declared.map(({ name, required }) => (required ? `<${name}>` : `[${name}]`)).join(" ");

/** An argument with choices that is being written at the caret. */
export interface CompletingArgument {
  readonly kind: "argument";
  readonly choices: readonly string[];
  readonly start: number;
  readonly query: string;
}

export function argumentAt(text: string, caret: number, state: CommandsAndUsers): CompletingArgument | undefined {
  const [, head = "", name = "", written = ""] =
    /^(\/([a-z0-9][a-z0-9_-]*)[^\S\n]+)([^\n]*)$/i.exec(text.slice(0, caret)) ?? [];
  const declared = botCommandNamed(name.toLowerCase(), state)?.arguments ?? [];
  const words = written.split(/\s+/);
  // The last argument takes the rest.
  const index = Math.min(words.length, declared.length) - 1;
  const choices = declared[index]?.choices ?? [];
  if (choices.length === 0) return undefined;
  const start = head.length + skipped(written, index);
  const query = text.slice(start, caret);
  const found = choices.filter((choice) => choice.toLowerCase().startsWith(query.toLowerCase()) && choice !== query);
  return found.length > 0 ? { kind: "argument", choices: found, start, query } : undefined;
}

/** The length of so many words with the space after them. */
function skipped(written: string, words: number): number {
  let at = 0;
  for (let n = 0; n < words; n += 1) at += /^\S+\s+/.exec(written.slice(at))?.[0].length ?? 0;
  return at;
}
