/** Parley's own commands: they open a dialog and are never sent. */
const OPENING_COMMANDS = ["snippet", "schedule", "remind"] as const;
export type OpeningCommand = (typeof OPENING_COMMANDS)[number];

export const isOpening = (command: string): command is OpeningCommand =>
  (OPENING_COMMANDS as readonly string[]).includes(command);

export interface Opened {
  readonly command: OpeningCommand;
  /** The text after the command. */
  readonly rest: string;
}

/** The command at the start of a text, if it is one of ours. */
export function openingCommandIn(text: string): Opened | undefined {
  const [, command = "", rest = ""] = /^\/([a-z]+)(?:\s+([\s\S]*))?$/.exec(text.trim()) ?? [];
  return isOpening(command) ? { command, rest } : undefined;
}
