import { Command } from "commander";
import { report } from "../errors.ts";
import { commandConfig } from "../flags.ts";
import { serve } from "./serve.ts";

export const serveCommand = new Command("serve")
  .description("Run the server.")
  .option("--new", "start a new installation, even if the database of an earlier one is missing", false)
  .action(async ({ new: isNew }: { new: boolean }) => {
    try {
      await serve(commandConfig(), { isNew });
    } catch (error) {
      // What was opened before keeps the process alive.
      process.exit(report(error));
    }
  });
