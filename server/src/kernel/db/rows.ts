/** Whole rows of any table, for backups and exports. */
import { sql } from "kysely";
import type { Db, Tx } from "./handles.ts";

/** PostgreSQL accepts 65,535 parameters in a statement, SQLite 32,766. */
const PARAMETERS = 30_000;
const MOST_ROWS = 500;

export type TableRow = Record<string, unknown>;

interface KeyedTable {
  readonly name: string;
  /** The columns that identify and order rows. */
  readonly key: readonly string[];
}

/** A table's JSON columns, and whether they are nullable. */
export type JsonColumns = ReadonlyMap<string, { readonly isNullable: boolean }>;

export const rowsAtOnce = (columns: number): number =>
  Math.max(1, Math.min(MOST_ROWS, Math.floor(PARAMETERS / Math.max(1, columns))));

export async function insertRows(
  tx: Tx,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
  json: JsonColumns = new Map(),
): Promise<void> {
  const jsonAt = columns.map((column) => json.get(column));
  const values = rows.map((row) => sql`(${sql.join(row.map((cell, index) => stored(cell, jsonAt[index])))})`);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(values)}`.execute(tx);
}

function stored(cell: unknown, json: { isNullable: boolean } | undefined): unknown {
  // In a NOT NULL column, null can only be JSON null.
  const isValue = json !== undefined && (cell !== null || !json.isNullable);
  return isValue ? JSON.stringify(cell) : cell;
}

export interface Columns {
  readonly all: ReadonlySet<string>;
  readonly json: JsonColumns;
  /** The engine's type names, in lower case. */
  readonly types: ReadonlyMap<string, string>;
}

/** The columns of every table. */
export async function columnsOf(db: Db): Promise<Map<string, Columns>> {
  const tables = await db.introspection.getTables();
  const isJson = ({ dataType }: { dataType: string }) => dataType.toLowerCase() === "json";
  return new Map(
    tables.map(({ name, columns }) => [
      name,
      {
        all: new Set(columns.map((column) => column.name)),
        json: new Map(columns.filter(isJson).map((column) => [column.name, column])),
        types: new Map(columns.map((column) => [column.name, column.dataType.toLowerCase()])),
      },
    ]),
  );
}

/** How many rows each of these tables has. Reads all of an index, so it is for work that reads all rows anyway. */
export async function rowCounts(db: Db, tables: readonly { readonly name: string }[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(db);
    counts.set(name, rows[0]?.count ?? 0);
  }
  return counts;
}

interface PageOptions {
  readonly limit: number;
  /** Refers to the table as `here`. */
  readonly where?: ReturnType<typeof sql>;
  /** The key of the last row to consider, so that rows which do not match are not all read at once. */
  readonly upto?: TableRow | undefined;
}

/** The next rows after a key, or the first ones; all columns. */
export async function pageAfter(
  db: Db,
  { name, key }: KeyedTable,
  last: TableRow | undefined,
  { limit, where = sql`true`, upto }: PageOptions,
): Promise<TableRow[]> {
  const columns = keyOf(key);
  const beyond = last ? sql`(${columns}) > ${valuesOf(key, last)}` : sql`true`;
  const within = upto ? sql`(${columns}) <= ${valuesOf(key, upto)}` : sql`true`;
  const { rows } = await sql<TableRow>`
    select here.* from ${sql.table(name)} as here
    where ${beyond} and ${within} and ${where} order by ${columns} limit ${limit}`.execute(db);
  return rows;
}

/** The key of the row that is `distance` rows after another, or after the start; undefined past the end. */
export async function keyAfter(
  db: Db,
  { name, key }: KeyedTable,
  last: TableRow | undefined,
  distance: number,
): Promise<TableRow | undefined> {
  const columns = keyOf(key);
  const beyond = last ? sql`(${columns}) > ${valuesOf(key, last)}` : sql`true`;
  const { rows } = await sql<TableRow>`
    select ${columns} from ${sql.table(name)} as here
    where ${beyond} order by ${columns} limit 1 offset ${distance - 1}`.execute(db);
  return rows[0];
}

const keyOf = (key: readonly string[]) => sql.join(key.map((column) => sql.ref(`here.${column}`)));
const valuesOf = (key: readonly string[], row: TableRow) => sql`(${sql.join(key.map((column) => row[column]))})`;
