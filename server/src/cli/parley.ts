/** The command line for operators. Works directly on the data, whether or not a server is running. */
import { Command } from "commander";
import { PRODUCT_VERSION } from "../kernel/version.ts";
import { backupCommand, restoreCommand } from "./backup/commands.ts";
import { configCommand } from "./config/command.ts";
import { demoCommand } from "./demo/command.ts";
import { doctorCommand } from "./doctor/command.ts";
import { ExitCode } from "./errors.ts";
import { exportCommand } from "./export/commands.ts";
import { followCommand } from "./follow/command.ts";
import { importCommand } from "./import/command.ts";
import { initCommand } from "./init.ts";
import { mailCommand } from "./mail/command.ts";
import { organizationCommand } from "./organization/commands.ts";
import { reindexCommand } from "./reindex/command.ts";
import { runnerOf } from "./run.ts";
import { serveCommand } from "./serve/command.ts";
import { upgradeCommand } from "./upgrade/command.ts";
import { uploadsCommand } from "./uploads/command.ts";
import { userCommand } from "./user/commands.ts";

const program = new Command("parley")
  .description("Run and administer a Parley server. All commands use the same settings and data.")
  .version(PRODUCT_VERSION, "-V, --version", "print the version of Parley")
  .addCommand(serveCommand)
  .addCommand(initCommand)
  .addCommand(organizationCommand)
  .addCommand(userCommand)
  .addCommand(backupCommand)
  .addCommand(restoreCommand)
  .addCommand(exportCommand)
  .addCommand(importCommand)
  .addCommand(followCommand)
  .addCommand(uploadsCommand)
  .addCommand(reindexCommand)
  .addCommand(configCommand)
  .addCommand(doctorCommand)
  .addCommand(mailCommand)
  .addCommand(upgradeCommand)
  .addCommand(demoCommand)
  .addHelpText(
    "after",
    "\nExit codes: 0 success, 1 refused or failed, 2 invalid usage, 70 a bug in Parley, 130 or 143 interrupted.",
  );

// Whoever reads the output may have seen enough, as in `parley user list | head`.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(ExitCode.ok);
});

/** Tests run many commands in one process. */
export const run = runnerOf(program);

await run(process.argv.slice(2));
