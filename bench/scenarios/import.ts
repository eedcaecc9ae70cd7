import { copyFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { largeSlackArchive } from "@parley/server/imports/slack/testing.ts";
import { runCommand } from "../command-run.ts";
import type { Scenario } from "../scenario.ts";

/** Enough that starting the command hardly matters. */
const MESSAGES = Number(process.env.PARLEY_BENCH_MESSAGES ?? 200_000);
/** As many as the import stores in one transaction. */
const ROWS_AT_ONCE = 4000;

/** Takes the imported messages out of the table, and inserts the same rows with one prepared statement. */
function insertBare(file: string): number {
  copyFileSync(file, `${file}.source`);
  const source = new DatabaseSync(`${file}.source`, { readOnly: true });
  const database = new DatabaseSync(file);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = OFF");
  database.exec("delete from message where client = 'Import'");
  const some = source.prepare("select * from message where client = 'Import' and id > ? order by id limit ?");
  const columns = some.columns().map(({ name }) => name);
  const insert = database.prepare(`insert into message (${columns.join()}) values (${columns.map(() => "?").join()})`);
  let seconds = 0;
  for (let last = 0; ; ) {
    const rows = some.all(last, ROWS_AT_ONCE);
    const newest = rows.at(-1)?.id;
    if (newest === undefined) break;
    last = Number(newest);
    const cells = rows.map((row) => Object.values(row) as SQLInputValue[]);
    const began = performance.now();
    database.exec("BEGIN IMMEDIATE");
    for (const each of cells) insert.run(...each);
    database.exec("COMMIT");
    seconds += (performance.now() - began) / 1000;
  }
  source.close();
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
