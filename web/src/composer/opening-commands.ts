/** Commands of our own: they open something and are never sent. */
const OPENING_COMMANDS = ["snippet", "schedule", "remind"] as const;
export type OpeningCommand = (typeof OPENING_COMMANDS)[number];

export const isOpening = (command: string): command is OpeningCommand =>
  (OPENING_COMMANDS as readonly string[]).includes(command);

export interface Opened {
  readonly command: OpeningCommand;
  /** What stands behind the command. */
  readonly rest: string;
}

/** The command that a text begins with, if it is one of ours. */
export function openingCommandIn(text: string): Opened | undefined {
  const [, command = "", rest = ""] = /^\/([a-z]+)(?:\s+([\s\S]*))?$/.exec(text.trim()) ?? [];
  return isOpening(command) ? { command, rest } : undefined;
}
