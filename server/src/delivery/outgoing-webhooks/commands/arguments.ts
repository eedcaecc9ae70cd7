/** The arguments of a command: how they are declared, and what a call says for each. */
import { demand } from "../../../kernel/api/index.ts";
import type { CommandArgument } from "../../../kernel/db/tables/people.ts";
import {
  ArgumentMissing,
  ArgumentNamedTwice,
  ArgumentNotAChoice,
  ChoiceWithSpaces,
  RequiredAfterOptional,
  type SentArgument,
} from "./contract.ts";

export const declaredArguments = (sent: readonly SentArgument[]): CommandArgument[] =>
  sent.map(({ name, description = "", required = false, choices = [] }) => ({ name, description, required, choices }));

export function checkDeclared(declared: readonly CommandArgument[]): void {
  demand(new Set(declared.map(({ name }) => name)).size === declared.length, new ArgumentNamedTwice());
  const firstOptional = declared.findIndex(({ required }) => !required);
  const lastRequired = declared.findLastIndex(({ required }) => required);
  demand(firstOptional === -1 || lastRequired < firstOptional, new RequiredAfterOptional());
  // The last argument takes the rest of the text; others end with their word.
  const words = declared.slice(0, -1).flatMap(({ choices }) => choices);
  demand(!words.some((choice) => /\s/.test(choice)), new ChoiceWithSpaces());
}

/** Throws if a required one is missing, or a value is none of the choices. Without declared arguments there are no values. */
export function valuesOf(declared: readonly CommandArgument[], written: string): Record<string, string> {
  const values: Record<string, string> = {};
  let rest = written.trim();
  for (const [index, { name, required, choices }] of declared.entries()) {
    const isLast = index === declared.length - 1;
    const [word = ""] = isLast ? [rest] : rest.split(/\s/, 1);
    rest = rest.slice(word.length).trimStart();
    demand(word !== "" || !required, new ArgumentMissing({ argument: name }));
    if (word === "") continue;
    const isAllowed = choices.length === 0 || choices.includes(word);
    demand(isAllowed, new ArgumentNotAChoice({ argument: name, choices: choices.join(", ") }));
    values[name] = word;
  }
  return values;
}
