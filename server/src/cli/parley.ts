/** The command line for operators. Works directly on the data, whether or not a server is running. */
import { Command } from "commander";
import { PRODUCT_VERSION } from "../kernel/version.ts";
import { backupCommand, restoreCommand } from "./backup/commands.ts";
import { configCommand } from "./config/command.ts";
import { demoCommand } from "./demo/command.ts";
import { doctorCommand } from "./doctor/command.ts";
import { ExitCode, report } from "./errors.ts";
import { exportCommand } from "./export/commands.ts";
import { importCommand } from "./import/command.ts";
import { initCommand } from "./init.ts";
import { mailCommand } from "./mail/command.ts";
import { organizationCommand } from "./organization/commands.ts";
import { upgradeCommand } from "./upgrade/command.ts";
import { userCommand } from "./user/commands.ts";

const program = new Command("parley")
  .description("Administer a Parley server. Uses the same settings and data as the server.")
  .version(PRODUCT_VERSION, "-V, --version", "print the version of Parley")
  .addCommand(initCommand)
  .addCommand(organizationCommand)
  .addCommand(userCommand)
  .addCommand(backupCommand)
  .addCommand(restoreCommand)
  .addCommand(exportCommand)
  .addCommand(importCommand)
  .addCommand(configCommand)
  .addCommand(doctorCommand)
  .addCommand(mailCommand)
  .addCommand(upgradeCommand)
  .addCommand(demoCommand)
  .addHelpText("after", "\nExit codes: 0 success, 1 refused or failed, 2 invalid usage, 70 a bug in Parley.");

/** Makes every command throw instead of exiting, so that the exit code is chosen in one place. */
function throwInsteadOfExit(command: Command): void {
  command.exitOverride().showHelpAfterError("(add --help for the options)");
  for (const each of command.commands) throwInsteadOfExit(each);
}
throwInsteadOfExit(program);

// Whoever reads the output may have seen enough, as in `parley user list | head`.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(ExitCode.ok);
});

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = report(error);
}
