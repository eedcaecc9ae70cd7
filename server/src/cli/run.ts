/** Runs commands with their settings, and chooses the exit code in one place. */
import type { Command } from "commander";
import { report } from "./errors.ts";
import { addSettingFlags, useFlagsOf } from "./flags.ts";

/** Returns how to run the command that the arguments name. */
export function runnerOf(program: Command): (args: readonly string[]) => Promise<void> {
  prepare(program);
  program.hook("preAction", (_, command) => useFlagsOf(command));
  return async (args) => {
    try {
      await program.parseAsync([...args], { from: "user" });
    } catch (error) {
      process.exitCode = report(error);
    }
  };
}

/** Makes every command throw instead of exiting, and take the settings as flags. */
function prepare(command: Command): void {
  command.exitOverride().showHelpAfterError("(add --help for the options)");
  if (command.commands.length === 0) addSettingFlags(command, { areListed: command.name() === "serve" });
  for (const each of command.commands) prepare(each);
}
