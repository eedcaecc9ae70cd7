/** The command line for operators. It works on the data itself, whether or not a server is running on it. */
import { Command } from "commander";
import { ApiError } from "../api/index.ts";
import { ConfigError } from "../config.ts";
import { WrongSecretKey } from "../secrets-check.ts";
import { initCommand } from "./init.ts";

const program = new Command("parley")
  .description(
    "Administer a Parley server. The data is found as the server finds it: PARLEY_DATA, PARLEY_DATABASE_URL.",
  )
  .showHelpAfterError("(add --help for the options)")
  .addCommand(initCommand);

try {
  await program.parseAsync();
} catch (error) {
  const expected = error instanceof ApiError || error instanceof ConfigError || error instanceof WrongSecretKey;
  process.stderr.write(expected ? `parley: ${error.message}\n` : `${(error as Error).stack}\n`);
  process.exitCode = expected ? 1 : 70;
}
