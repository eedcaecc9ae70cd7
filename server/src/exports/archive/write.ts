/** Writes an archive: the rows from one database snapshot, then the files, while the server keeps running. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { App, Realm } from "../../kernel/context.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { keyAfter, pageAfter, rowCounts, type TableRow } from "../../kernel/db/rows.ts";
import { type WriteLine, writeJsonLines } from "../../kernel/json-lines.ts";
import { type Progress, unobserved } from "../../kernel/progress.ts";
import { Steps } from "../../kernel/steps.ts";
import { versionFields } from "../../kernel/version.ts";
import { type ArchiveTrailer, type FileChunk, FORMAT, type Heading, type TableHeading } from "./format.ts";
import { limitsWithin, type Scope, type ScopeKind, scopeOf } from "./scope.ts";
import { withOpenSecrets } from "./secrets.ts";
import { type ArchivedTable, archivedTable, archivedTables, type Table } from "./tables.ts";

/**
 * Small enough that nobody waits noticeably for a page. Long rows, such as messages can be, make it smaller, and so do rows
 * whose place in the archive takes long to decide.
 */
const MOST_ROWS = 200;
const FEWEST_ROWS = 5;
const FIRST_ROWS = 50;
const PAGE_CHARACTERS = 1_000_000;
const PAGE_MS = 10;
/** Of these a page has those that belong into the archive: perhaps none. */
const ROWS_CONSIDERED = 2000;

export interface ArchiveSummary {
  readonly rows: number;
  readonly files: number;
}

interface FileOfRow {
  readonly table: Table;
  readonly row: number;
  readonly index: number;
  readonly key: string;
}

/** Counting the rows first takes a while, so that is left out if nobody observes the progress. */
export function writeArchive(
  app: App,
  realm: Realm,
  file: string,
  kind: ScopeKind,
  { progress = unobserved, restFactor = 0 }: { readonly progress?: Progress; readonly restFactor?: number } = {},
): Promise<ArchiveSummary> {
  return writeJsonLines(file, async (write) => {
    await write(headingFor(app, realm, kind));
    const files: FileOfRow[] = [];
    const rows = await app.database.snapshot(async (db) => {
      const counts = progress === unobserved ? new Map<string, number>() : await rowCounts(db, archivedTables);
      progress.begin(
        "Reading rows",
        counts.values().reduce((sum, count) => sum + count, 0),
      );
      const considered = new ConsideredRows(counts, progress);
      const writer = new RowWriter(app, db, await scopeOf(db, realm, kind), write, files, considered);
      const steps = new Steps(restFactor);
      let count = 0;
      for (const table of archivedTables) count += await writer.table(table, steps);
      return count;
    });
    let count = 0;
    progress.begin("Writing files", files.length);
    for (const each of files) {
      if (await writeFile(app, each, write, progress)) count++;
      progress.add(1);
    }
    await write({ end: true, rows, files: count } satisfies ArchiveTrailer);
    return { rows, files: count };
  });
}

function headingFor(app: App, { id, string_id, url, settings }: Realm, contents: ScopeKind): Heading {
  return {
    parley_export: FORMAT,
    made_at: new Date(app.clock.now()).toISOString(),
    version: versionFields.server_version,
    contents,
    realm: { id, string_id, name: settings.name, url },
  };
}

/** Rows of all organizations are considered, and those of one are written. */
class ConsideredRows {
  readonly #left: Map<string, number>;
  readonly #progress: Progress;

  constructor(counts: ReadonlyMap<string, number>, progress: Progress) {
    this.#left = new Map(counts);
    this.#progress = progress;
  }

  /** No more than the table had when they were counted. */
  add({ name }: ArchivedTable, rows: number): void {
    const left = this.#left.get(name) ?? 0;
    const more = Math.min(left, rows);
    this.#left.set(name, left - more);
    this.#progress.add(more);
  }
}

class RowWriter {
  readonly #app: App;
  readonly #db: Db;
  readonly #scope: Scope;
  readonly #write: WriteLine;
  readonly #files: FileOfRow[];
  readonly #considered: ConsideredRows;

  constructor(app: App, db: Db, scope: Scope, write: WriteLine, files: FileOfRow[], considered: ConsideredRows) {
    this.#app = app;
    this.#db = db;
    this.#scope = scope;
    this.#write = write;
    this.#files = files;
    this.#considered = considered;
  }

  async table(table: ArchivedTable, steps: Steps): Promise<number> {
    await this.#write({ table: table.name } satisfies TableHeading);
    const where = belonging(this.#db, this.#scope, table, "here");
    let [count, limit] = [0, FIRST_ROWS];
    let upto = await keyAfter(this.#db, table, undefined, ROWS_CONSIDERED);
    for (let last: TableRow | undefined; ; ) {
      const begun = performance.now();
      const page = await pageAfter(this.#db, table, last, { limit, where, upto });
      const ms = performance.now() - begun;
      for (const row of page) await this.#row(table, row);
      count += page.length;
      if (page.length === limit) {
        last = page.at(-1);
        limit = rowsAfter(page, ms);
      } else if (upto) {
        last = upto;
        this.#considered.add(table, ROWS_CONSIDERED);
        upto = await keyAfter(this.#db, table, last, ROWS_CONSIDERED);
      } else {
        this.#considered.add(table, Number.POSITIVE_INFINITY);
        return count;
      }
      this.#considered.add(table, 0);
      if (steps.isOver) await steps.pause();
    }
  }

  async #row(table: ArchivedTable, row: TableRow): Promise<void> {
    const isWhole = this.#scope.kind === "everything";
    const shown = isWhole ? row : { ...this.#withoutHidden(table, row), ...table.partial?.(row as never, this.#scope) };
    const open = withOpenSecrets(table.name, shown, { secrets: this.#app.secrets, keep: isWhole });
    await this.#write(open);
    for (const [index, key] of (table.files?.(row as never) ?? []).entries())
      this.#files.push({ table: table.name, row: row.id as number, index, key });
  }

  /** References other than the owner may point outside the archive. */
  #withoutHidden({ refs }: ArchivedTable, row: TableRow): TableRow {
    const shown = { ...row };
    for (const [column, target] of Object.entries(refs).slice(1))
      if (target === "channel" && typeof row[column] === "number" && !this.#scope.hasChannel(row[column]))
        shown[column] = null;
    return shown;
  }
}

/** How many rows the next page has, if they are like these. */
function rowsAfter(page: readonly TableRow[], ms: number): number {
  let characters = 0;
  for (const row of page)
    for (const value of Object.values(row)) characters += typeof value === "string" ? value.length : 0;
  const share = Math.min(PAGE_CHARACTERS / Math.max(characters, 1), PAGE_MS / Math.max(ms, 0.1));
  const fitting = Math.floor(page.length * share);
  return Math.min(MOST_ROWS, Math.max(FEWEST_ROWS, fitting));
}

/** Whether a row is in the archive, decided by its owner. */
function belonging(db: Db, scope: Scope, table: ArchivedTable, t: string): RawBuilder<SqlBool> {
  const [[column, parent] = []] = Object.entries(table.refs) as [string, Table][];
  const place = sql.ref(`${t}.${column}`);
  const conditions: RawBuilder<SqlBool>[] = [];
  if (parent === "realm") conditions.push(sql<SqlBool>`${place} = ${scope.realmId}`);
  else {
    const above = `${t}_${parent}`;
    const isThere = belonging(db, scope, archivedTable(parent as Table) as ArchivedTable, above);
    const source = sql`${sql.table(parent as string)} as ${sql.ref(above)}`;
    conditions.push(
      sql<SqlBool>`exists (select 1 from ${source} where ${sql.ref(`${above}.id`)} = ${place} and ${isThere})`,
    );
  }
  if (table.omitted) conditions.push(sql<SqlBool>`not ${table.omitted(t)}`);
  if (scope.kind !== "everything") {
    const limit = limitsWithin(db, scope)[table.name];
    if (limit) conditions.push(limit(t));
    if (table.personal) conditions.push(sql<SqlBool>`${isAnyOf(db, `${t}.${table.personal}`, scope.consenting)}`);
  }
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/** Files never change. Files removed in the meantime are skipped. */
async function writeFile(
  app: App,
  { key, ...file }: FileOfRow,
  write: WriteLine,
  progress: Progress,
): Promise<boolean> {
  const content = await app.storage.read(key);
  if (!content) return false;
  const chunkOf = (portion: string): FileChunk => ({ file: { ...file, portion } });
  // Start with an empty chunk, so that empty files are included.
  await write(chunkOf(""));
  for await (const chunk of content) {
    await write(chunkOf((chunk as Buffer).toString("base64")));
    progress.add(0);
  }
  return true;
}
