/** Writing a backup: everything is read in one snapshot, table by table, while the server goes on. */
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { finished } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { sql } from "kysely";
import type { App } from "../../context.ts";
import { keysOf as emojiKeysOf } from "../../custom-emoji/files.ts";
import { storedEmoji } from "../../custom-emoji/store.ts";
import type { Db } from "../../db/handles.ts";
import { lastIdOf } from "../../db/identity.ts";
import { appliedMigrations } from "../../db/migrate.ts";
import { keysOf, shownPaths } from "../../pictures/store.ts";
import { readSecretKey } from "../../secrets.ts";
import { type Ending, FILES, FILES_COLUMNS, FORMAT, type Heading, storedKey, type TableHeading } from "./format.ts";
import { type KeptTable, keptTables } from "./tables.ts";

const ROWS_PER_PAGE = 2000;

export interface Written {
  rows: number;
  tables: number;
}

/** The file appears under its name when it is whole and on disk, and not before. */
export async function writeBackup(app: App, file: string): Promise<Written> {
  const unfinished = `${file}.${process.pid}.unfinished`;
  try {
    const written = await writeUnder(app, unfinished);
    await rename(unfinished, file);
    await syncToDisk(dirname(file));
    return written;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function writeUnder(app: App, file: string): Promise<Written> {
  const output = createWriteStream(file, { mode: 0o600, flags: "wx", flush: true });
  const gzip = createGzip();
  const whole = finished(gzip.pipe(output));
  // Reported where it is awaited; until then it must not count as unhandled.
  whole.catch(() => {});
  const write = async (line: object) => {
    if (output.errored) throw output.errored;
    if (!gzip.write(`${JSON.stringify(line)}\n`)) await Promise.race([once(gzip, "drain"), whole]);
  };
  const rows = await app.database.snapshot(async (db) => {
    await write(await headingFor(app, db));
    let count = 0;
    for (const table of keptTables) count += await writeTable(db, table, write);
    if (!app.config.s3) count += await writeFiles(app, db, write);
    await write({ end: true, rows: count } satisfies Ending);
    return count;
  });
  gzip.end();
  await whole;
  return { rows, tables: keptTables.length };
}

async function headingFor(app: App, db: Db): Promise<Heading> {
  return {
    parley_backup: FORMAT,
    made_at: new Date(app.clock.now()).toISOString(),
    engine: app.database.engine,
    migrations: await appliedMigrations(db),
    secret_key: readSecretKey(app.config.dataDirectory).toString("hex"),
  };
}

async function writeTable(db: Db, table: KeptTable, write: (line: object) => Promise<void>): Promise<number> {
  let page = await pageAfter(db, table, undefined);
  const columns = Object.keys(page[0] ?? {});
  await write({ table: table.name, columns, last_id: await lastIdOf(db, table.name) } satisfies TableHeading);
  let count = 0;
  while (page.length > 0) {
    for (const row of page) await write(columns.map((column) => row[column]));
    count += page.length;
    page = page.length < ROWS_PER_PAGE ? [] : await pageAfter(db, table, page.at(-1));
  }
  return count;
}

/** Files never change, so they may be read while the server goes on; one that has been removed meanwhile is left out. */
async function writeFiles(app: App, db: Db, write: (line: object) => Promise<void>): Promise<number> {
  await write({ table: FILES, columns: FILES_COLUMNS, last_id: null } satisfies TableHeading);
  let count = 0;
  let after = 0;
  for (;;) {
    const page = await db
      .selectFrom("attachment")
      .select(["id", "path_id"])
      .where("id", ">", after)
      .orderBy("id")
      .limit(ROWS_PER_PAGE)
      .execute();
    for (const { path_id } of page) count += await writeFile(app, path_id, write);
    const last = page.at(-1);
    if (!last) break;
    after = last.id;
  }
  const others = [...(await shownPaths(db)).flatMap(keysOf), ...(await storedEmoji(db)).flatMap(emojiKeysOf)];
  for (const key of others) count += await writeFile(app, key, write);
  return count;
}

async function writeFile(app: App, listed: string, write: (line: object) => Promise<void>): Promise<number> {
  const content = await app.storage.read(storedKey(listed));
  if (!content) return 0;
  // The first one is empty, so that an empty file is not forgotten.
  await write([listed, ""]);
  let count = 1;
  for await (const portion of content) {
    await write([listed, (portion as Buffer).toString("base64")]);
    count++;
  }
  return count;
}

type AnyRow = Record<string, unknown>;

async function pageAfter(db: Db, { name, key }: KeptTable, last: AnyRow | undefined): Promise<AnyRow[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const beyond = last ? sql`where (${columns}) > (${sql.join(key.map((column) => last[column]))})` : sql``;
  const { rows } = await sql<AnyRow>`
    select * from ${sql.table(name)} ${beyond} order by ${columns} limit ${ROWS_PER_PAGE}`.execute(db);
  return rows;
}

async function syncToDisk(directory: string): Promise<void> {
  const handle = await open(directory);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
