import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { largeSlackArchive } from "@parley/server/imports/slack/testing.ts";
import { runCommand } from "../command-run.ts";
import type { Scenario } from "../scenario.ts";

const MESSAGES = Number(process.env.PARLEY_BENCH_MESSAGES ?? 50_000);
/** As many as the import stores in one transaction. */
const ROWS_AT_ONCE = 1000;

/** Takes the imported messages out of the table, and inserts the same rows with one prepared statement. */
function insertBare(file: string): number {
  const database = new DatabaseSync(file);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = OFF");
  const rows = database.prepare("select * from message where client = 'Import' order by id").all();
  database.exec("delete from message where client = 'Import'");
  const columns = Object.keys(rows[0] as object);
  const insert = database.prepare(`insert into message (${columns.join()}) values (${columns.map(() => "?").join()})`);
  const began = performance.now();
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    database.exec("BEGIN IMMEDIATE");
    for (const row of rows.slice(start, start + ROWS_AT_ONCE)) insert.run(...(Object.values(row) as SQLInputValue[]));
    database.exec("COMMIT");
  }
  const seconds = (performance.now() - began) / 1000;
  database.close();
  return seconds;
}

export const importing: Scenario = {
  name: "import",
  question: `How many of ${MESSAGES.toLocaleString("en")} messages per second does an import take, against inserting their rows?`,
  async measure({ copy }) {
    const directory = await copy();
    const file = join(directory, "slack.zip");
    await writeFile(file, largeSlackArchive({ messages: MESSAGES, people: 200, channels: 40 }));
    const { seconds, peakMegabytes } = await runCommand(directory, "import", "slack", file);
    const bareSeconds = insertBare(join(directory, "parley.db"));
    return [
      {
        what: "messages imported",
        unit: "/s",
        parley: MESSAGES / seconds,
        bare: MESSAGES / bareSeconds,
        target: { atLeast: 0.2 },
      },
      { what: "messages imported, on its own", unit: "/s", parley: MESSAGES / seconds, target: { atLeast: 20_000 } },
      { what: "most memory during the import", unit: " MB", parley: peakMegabytes, target: { atMost: 500 } },
    ];
  },
};
