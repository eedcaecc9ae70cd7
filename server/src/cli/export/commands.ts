import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { Command } from "commander";
import { importOrganization } from "../../exports/archive/import.ts";
import { writeArchive } from "../../exports/archive/write.ts";
import { readConfig } from "../../kernel/config.ts";
import { appearingWhole } from "../../kernel/json-lines.ts";
import { refuseWhileServed } from "../backup/in-use.ts";
import { Refusal } from "../errors.ts";
import { organizationFor, print, withApp } from "../with-app.ts";

export const exportCommand = new Command("export")
  .description(
    "Write one organization into a file that another installation can import. A server may be running meanwhile.",
  )
  .argument("<file>", "where to write it; must not exist")
  .option("--realm <short name>", "the organization; the default one when left out")
  .option("--json", "print one JSON object", false)
  .addHelpText(
    "after",
    "\nThe file holds everything of the organization, with password hashes and API keys: guard it like the data\ndirectory itself. docs/export-format.md describes it.",
  )
  .action(async (given: string, { realm: shortName, json }: { realm?: string; json: boolean }) => {
    const file = resolve(given);
    if (existsSync(file)) throw new Refusal(`${given} exists already.`);
    await withApp(async (app) => {
      const realm = await organizationFor(app, shortName);
      const written = await appearingWhole(file, (unfinished) => writeArchive(app, realm, unfinished, "everything"));
      const { rows, files } = written;
      print({ file, rows, files }, json, `${given} holds ${realm.settings.name}: ${rows} rows and ${files} files.`);
    });
  });

export const importCommand = new Command("import")
  .description("Make an organization from a file that parley export or the API has made. Stop the server first.")
  .argument("<file>", "the export")
  .option("--short-name <name>", "its name in host names; the one it had when left out")
  .option("--json", "print one JSON object", false)
  .addHelpText(
    "after",
    "\nThe first organization of an installation becomes the default one. An export from the API holds no passwords and\nno keys: give people new ones with parley user set-password, or let them reset their passwords by mail.",
  )
  .action(async (given: string, { shortName, json }: { shortName?: string; json: boolean }) => {
    await refuseWhileServed(readConfig(process.env));
    await withApp(async (app) => {
      const { realm, rows, files } = await importOrganization(app, resolve(given), { shortName });
      const made = { realm_id: realm.id, realm_url: realm.url, rows, files };
      print(
        made,
        json,
        `${realm.settings.name} is at ${realm.url}: ${rows} rows and ${files} files. Start the server now.`,
      );
    });
  });
