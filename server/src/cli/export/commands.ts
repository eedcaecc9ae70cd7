import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { Command, Option } from "commander";
import { writeArchive } from "../../exports/archive/write.ts";
import { inWords } from "../../exports/zulip/left-out.ts";
import { writeZulipArchive } from "../../exports/zulip/write.ts";
import { record } from "../../kernel/audit/record.ts";
import { type App, change, type Realm } from "../../kernel/context.ts";
import { appearingWhole } from "../../kernel/json-lines.ts";
import type { Progress } from "../../kernel/progress.ts";
import { operatorContext } from "../../kernel/server-context.ts";
import { Refusal } from "../errors.ts";
import { showingProgress } from "../progress/show.ts";
import { organizationFor, print, withApp } from "../with-app.ts";

export const exportCommand = new Command("export")
  .description("Export one organization into a file that another installation can import. The server may be running.")
  .argument("<file>", "the file to write; it must not exist")
  .option("--realm <short name>", "the organization; default: the default organization")
  .addOption(
    new Option("--format <format>", "parley, or zulip: a .tar.gz file that Zulip's import reads")
      .choices(["parley", "zulip"])
      .default("parley"),
  )
  .option("--json", "print one JSON object", false)
  .addHelpText(
    "after",
    "\nThe file contains all data of the organization, including password hashes and API keys: protect it like the data\ndirectory itself. docs/export-format.md describes both formats.",
  )
  .action(async (given: string, { realm: shortName, format, json }: ExportOptions) => {
    const file = resolve(given);
    if (existsSync(file)) throw new Refusal(`${given} already exists.`);
    const { value, text } = await showingProgress((progress) =>
      withApp(async (app) => {
        const realm = await organizationFor(app, shortName);
        await change(operatorContext(app, realm), async (ctx) =>
          record(ctx, "export_started", { export_id: null, scope: "everything" }),
        );
        return appearingWhole(file, (unfinished) => WRITERS[format](app, realm, unfinished, progress));
      }, progress),
    );
    const { name, ...counts } = value;
    print({ file, ...counts }, json, `Exported ${name} to ${given}: ${text}`);
  });

interface ExportOptions {
  readonly realm?: string;
  readonly format: "parley" | "zulip";
  readonly json: boolean;
}

interface Exported {
  readonly value: { readonly name: string };
  readonly text: string;
}

type WriteExport = (app: App, realm: Realm, file: string, progress: Progress) => Promise<Exported>;

const WRITERS: Readonly<Record<ExportOptions["format"], WriteExport>> = {
  async parley(app, realm, file, progress) {
    const written = await writeArchive(app, realm, file, "everything", { progress });
    return {
      value: { name: realm.settings.name, ...written },
      text: `${written.rows} rows and ${written.files} files.`,
    };
  },
  async zulip(app, realm, file, progress) {
    const written = await writeZulipArchive(app, realm, file, { progress });
    return {
      value: { name: realm.settings.name, ...written },
      text: `${written.messages} messages and ${written.files} files.\n${inWords(written.left_behind)}`,
    };
  },
};
