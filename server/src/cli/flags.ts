/** Every variable of the configuration is also a flag of every command, declared once in `kernel/variables.ts`. */
import { type Command, Option } from "commander";
import type { Config } from "../kernel/config.ts";
import { configFrom, type Settings, settingsIn, warningsAbout } from "../kernel/settings.ts";
import { flagOf, VARIABLE_NAMES, VARIABLES, type VariableName, type Variables } from "../kernel/variables.ts";

/** The flags of the command that this process runs. */
let given: Variables = {};

function optionFor(name: VariableName): Option {
  const { placeholder, meaning, fallback } = VARIABLES[name];
  const text = fallback === "" ? meaning : `${meaning} (default: ${fallback})`;
  return new Option(`${flagOf(name)} <${placeholder}>`, text).helpGroup("Settings:");
}

/** Only `serve` lists them in its help: they are many, and the same for all. */
export function addSettingFlags(command: Command, { areListed }: { areListed: boolean }): void {
  for (const name of VARIABLE_NAMES) command.addOption(optionFor(name).hideHelp(!areListed));
  if (!areListed)
    command.addHelpText("after", "\nEvery setting is also a flag, such as --data: see parley serve --help.");
}

/** The variables that were given as flags. */
export function settingFlags(command: Command): Variables {
  const values = VARIABLE_NAMES.map((name) => [name, command.getOptionValue(optionFor(name).attributeName())] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** Called before the action of a command, which then reads its settings with the functions below. */
export function useFlagsOf(command: Command): void {
  given = settingFlags(command);
  for (const sentence of warningsAbout(given)) process.stderr.write(`parley: Warning: ${sentence}\n`);
}

export const commandSettings = (): Settings => settingsIn(process.env, given);
export const commandConfig = (): Config => configFrom(commandSettings());
