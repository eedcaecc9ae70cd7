import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { Command } from "commander";
import { readConfig } from "../../kernel/config.ts";
import { hasRealm } from "../../organization/realms/store.ts";
import { Refusal } from "../errors.ts";
import { print, withApp } from "../with-app.ts";
import { restoreBackup } from "./restore.ts";
import { writeBackup } from "./write.ts";

export const backupCommand = new Command("backup")
  .description("Write everything into one file, as of one moment. A server may be running meanwhile.")
  .argument("<file>", "where to write it; must not exist")
  .option("--json", "print one JSON object", false)
  .addHelpText(
    "after",
    "\nThe file can be restored on SQLite and on PostgreSQL alike. It holds the secret key and every message:\nguard it like the data directory itself.",
  )
  .action(async (given: string, { json }: { json: boolean }) => {
    const file = resolve(given);
    if (existsSync(file)) throw new Refusal(`${given} exists already.`);
    await withApp(async (app) => {
      if (!(await hasRealm(app.database.reader))) throw new Refusal("There is nothing to back up: no organization.");
      const { rows, tables } = await writeBackup(app, file);
      print({ file, tables, rows }, json, `${given} holds ${rows} rows of ${tables} tables.`);
    });
  });

export const restoreCommand = new Command("restore")
  .description("Fill an empty installation from a backup. Stop the server first.")
  .argument("<file>", "the backup")
  .option("--json", "print one JSON object", false)
  .addHelpText(
    "after",
    "\nRefuses where there is an organization already. The backup may come from the other database engine:\nso an installation moves from SQLite to PostgreSQL.",
  )
  .action(async (given: string, { json }: { json: boolean }) => {
    const { rows, made_at } = await restoreBackup(readConfig(process.env), resolve(given));
    print({ rows, made_at }, json, `Restored ${rows} rows, as of ${made_at}. Start the server now.`);
  });
