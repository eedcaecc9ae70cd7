import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { Command } from "commander";
import { writeArchive } from "../../exports/archive/write.ts";
import { record } from "../../kernel/audit/record.ts";
import { change } from "../../kernel/context.ts";
import { appearingWhole } from "../../kernel/json-lines.ts";
import { operatorContext } from "../../kernel/server-context.ts";
import { Refusal } from "../errors.ts";
import { showingProgress } from "../progress/show.ts";
import { organizationFor, print, withApp } from "../with-app.ts";

export const exportCommand = new Command("export")
  .description("Export one organization into a file that another installation can import. The server may be running.")
  .argument("<file>", "the file to write; it must not exist")
  .option("--realm <short name>", "the organization; default: the default organization")
  .option("--json", "print one JSON object", false)
  .addHelpText(
    "after",
    "\nThe file contains all data of the organization, including password hashes and API keys: protect it like the data\ndirectory itself. docs/export-format.md describes it.",
  )
  .action(async (given: string, { realm: shortName, json }: { realm?: string; json: boolean }) => {
    const file = resolve(given);
    if (existsSync(file)) throw new Refusal(`${given} already exists.`);
    const { rows, files, name } = await showingProgress((progress) =>
      withApp(async (app) => {
        const realm = await organizationFor(app, shortName);
        await change(operatorContext(app, realm), async (ctx) =>
          record(ctx, "export_started", { export_id: null, scope: "everything" }),
        );
        const written = await appearingWhole(file, (unfinished) =>
          writeArchive(app, realm, unfinished, "everything", { progress }),
        );
        return { ...written, name: realm.settings.name };
      }, progress),
    );
    print({ file, rows, files }, json, `Exported ${name} to ${given}: ${rows} rows and ${files} files.`);
  });
