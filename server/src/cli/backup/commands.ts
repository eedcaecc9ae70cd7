import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { Command } from "commander";
import { hasRealm } from "../../kernel/access/store.ts";
import { Refusal } from "../errors.ts";
import { commandConfig } from "../flags.ts";
import { showingProgress } from "../progress/show.ts";
import { print, withApp } from "../with-app.ts";
import { restoreBackup } from "./restore.ts";
import { writeBackup } from "./write.ts";

export const backupCommand = new Command("backup")
  .description("Write a consistent backup of everything into one file. The server may be running.")
  .argument("<file>", "the file to write; it must not exist")
  .option("--json", "print one JSON object", false)
  .addHelpText(
    "after",
    "\nThe file can be restored on SQLite and on PostgreSQL. It contains the secret key and every message:\nprotect it like the data directory itself.",
  )
  .action(async (given: string, { json }: { json: boolean }) => {
    const file = resolve(given);
    if (existsSync(file)) throw new Refusal(`${given} already exists.`);
    const { rows, tables } = await showingProgress((progress) =>
      withApp(async (app) => {
        if (!(await hasRealm(app.database.reader)))
          throw new Refusal("There is nothing to back up: this installation has no organization.");
        return writeBackup(app, file, progress);
      }, progress),
    );
    print({ file, tables, rows }, json, `Wrote ${given}: ${rows} rows from ${tables} tables.`);
  });

export const restoreCommand = new Command("restore")
  .description("Restore a backup into an empty installation. Stop the server first.")
  .argument("<file>", "the backup file")
  .option("--json", "print one JSON object", false)
  .addHelpText(
    "after",
    "\nFails if there is already an organization. The backup may come from the other database engine:\nthis is how to move an installation from SQLite to PostgreSQL.",
  )
  .action(async (given: string, { json }: { json: boolean }) => {
    const { rows, made_at } = await showingProgress((progress) =>
      restoreBackup(commandConfig(), resolve(given), progress),
    );
    print(
      { rows, made_at },
      json,
      `Restored ${rows} rows from the backup made at ${made_at}. You can start the server now.`,
    );
  });
