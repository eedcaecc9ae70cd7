/** A command in a form: choices are one text there. */
import type { BotCommand } from "@parley/client";

export interface WrittenArgument {
  /** Tells rows apart while they are added and removed. */
  readonly key: number;
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly choices: string;
}

export const writtenArguments = (declared: BotCommand["arguments"]): WrittenArgument[] =>
  declared.map((argument, key) => ({ ...argument, key, choices: argument.choices.join(", ") }));

/** One more row, which follows all others. */
export const withArgument = (rows: readonly WrittenArgument[]): WrittenArgument[] => {
  const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
  return [...rows, { key, name: "", description: "", required: false, choices: "" }];
};

export const declaredFrom = (rows: readonly WrittenArgument[]): BotCommand["arguments"] =>
  rows.map(({ name, description, required, choices }) => ({
    name: name.trim(),
    description,
    required,
    choices: choices
      .split(",")
      .map((choice) => choice.trim())
      .filter((choice) => choice !== ""),
  }));
