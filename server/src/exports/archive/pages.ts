/** Reads the rows of an archive from a snapshot: table by table, in small pages, so that nobody waits for them. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { keyAfter, pageAfter, type TableRow } from "../../kernel/db/rows.ts";
import type { Progress } from "../../kernel/progress.ts";
import { Steps } from "../../kernel/steps.ts";
import { limitsWithin, type Scope } from "./scope.ts";
import { type ArchivedTable, archivedTable, type Table } from "./tables.ts";

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

/** Rows of all organizations are considered, and those of one are written. */
export class ConsideredRows {
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

/** The rows of a table that belong into the archive, in the order of their keys. */
export async function* pagesOf(
  db: Db,
  scope: Scope,
  table: ArchivedTable,
  considered: ConsideredRows,
  steps = new Steps(),
): AsyncGenerator<TableRow[]> {
  const where = belonging(db, scope, table, "here");
  let limit = FIRST_ROWS;
  let upto = await keyAfter(db, table, undefined, ROWS_CONSIDERED);
  for (let last: TableRow | undefined; ; ) {
    steps.throwIfEnded();
    const begun = performance.now();
    const page = await pageAfter(db, table, last, { limit, where, upto });
    const ms = performance.now() - begun;
    yield page;
    if (page.length === limit) {
      last = page.at(-1);
      limit = rowsAfter(page, ms);
    } else if (upto) {
      last = upto;
      considered.add(table, ROWS_CONSIDERED);
      upto = await keyAfter(db, table, last, ROWS_CONSIDERED);
    } else {
      considered.add(table, Number.POSITIVE_INFINITY);
      return;
    }
    considered.add(table, 0);
    if (steps.isOver) await steps.pause();
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

/** Whether a row is in the archive; `t` is the table's alias in the statement. */
export const belongs = (db: Db, scope: Scope, name: Table, t: string): RawBuilder<SqlBool> =>
  belonging(db, scope, archivedTable(name) as ArchivedTable, t);

/** Decided by its owner. */
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
