/** Writes a backup: all tables from one database snapshot, while the server keeps running. */
import type { App } from "../../kernel/context.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { lastIdOf } from "../../kernel/db/identity.ts";
import { appliedMigrations } from "../../kernel/db/migrate.ts";
import { pageAfter, rowCounts } from "../../kernel/db/rows.ts";
import { appearingWhole, type WriteLine, writeJsonLines } from "../../kernel/json-lines.ts";
import { type Progress, unobserved } from "../../kernel/progress.ts";
import { readSecretKey } from "../../kernel/secrets.ts";
import {
  type BackupTrailer,
  FILES,
  FILES_COLUMNS,
  FORMAT,
  type Heading,
  storedKey,
  type TableHeading,
} from "./format.ts";
import { attachmentPages, pictureKeys } from "./stored-files.ts";
import { type KeptTable, keptTables } from "./tables.ts";

const ROWS_PER_PAGE = 2000;

export interface BackupSummary {
  rows: number;
  tables: number;
}

export function writeBackup(app: App, file: string, progress = unobserved): Promise<BackupSummary> {
  return appearingWhole(file, (unfinished) =>
    writeJsonLines(unfinished, (write) => writeEverything(app, write, progress)),
  );
}

export async function writeEverything(app: App, write: WriteLine, progress: Progress): Promise<BackupSummary> {
  const rows = await app.database.snapshot(async (db) => {
    await write(await headingFor(app, db));
    let count = 0;
    progress.begin("Counting rows");
    progress.begin("Writing rows", sumOf(await rowCounts(db, keptTables)));
    for (const table of keptTables) count += await writeTable(db, table, write, progress);
    if (!app.config.s3) count += await writeFiles(app, db, write, progress);
    await write({ end: true, rows: count } satisfies BackupTrailer);
    return count;
  });
  return { rows, tables: keptTables.length };
}

const sumOf = (counts: ReadonlyMap<string, number>): number => counts.values().reduce((sum, count) => sum + count, 0);

async function headingFor(app: App, db: Db): Promise<Heading> {
  return {
    parley_backup: FORMAT,
    made_at: new Date(app.clock.now()).toISOString(),
    engine: app.database.engine,
    migrations: await appliedMigrations(db),
    secret_key: readSecretKey(app.config.dataDirectory).toString("hex"),
  };
}

async function writeTable(db: Db, table: KeptTable, write: WriteLine, progress: Progress): Promise<number> {
  let page = await pageAfter(db, table, undefined, { limit: ROWS_PER_PAGE });
  const columns = Object.keys(page[0] ?? {});
  await write({ table: table.name, columns, last_id: await lastIdOf(db, table.name) } satisfies TableHeading);
  let count = 0;
  while (page.length > 0) {
    for (const row of page) await write(columns.map((column) => row[column]));
    count += page.length;
    progress.add(page.length);
    page = page.length < ROWS_PER_PAGE ? [] : await pageAfter(db, table, page.at(-1), { limit: ROWS_PER_PAGE });
  }
  return count;
}

/** Files never change, so they can be read while the server runs. Files removed in the meantime are skipped. */
async function writeFiles(app: App, db: Db, write: WriteLine, progress: Progress): Promise<number> {
  const others = await pictureKeys(db);
  progress.begin("Writing files", others.length + sumOf(await rowCounts(db, [{ name: "attachment" }])));
  await write({ table: FILES, columns: FILES_COLUMNS, last_id: null } satisfies TableHeading);
  let count = 0;
  for await (const page of attachmentPages(db))
    for (const { path_id } of page) count += await writeFile(app, path_id, write, progress);
  for (const key of others) count += await writeFile(app, key, write, progress);
  return count;
}

async function writeFile(app: App, listed: string, write: WriteLine, progress: Progress): Promise<number> {
  const content = await app.storage.read(storedKey(listed));
  if (!content) return 0;
  // Start with an empty chunk, so that empty files are included.
  await write([listed, ""]);
  let count = 1;
  for await (const chunk of content) {
    await write([listed, (chunk as Buffer).toString("base64")]);
    progress.add(0);
    count++;
  }
  progress.add(1);
  return count;
}
