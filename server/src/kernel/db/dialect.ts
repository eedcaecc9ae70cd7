/** SQL that differs between the engines: both variants side by side under one name. */
import { type Expression, PostgresAdapter, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "./handles.ts";

export const isPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** One parameter for a list of any length, so that the statement can be prepared once. */
export function isAnyOf(db: Db, column: string, ids: readonly number[]): Expression<SqlBool> {
  return isPostgres(db) ? sql<SqlBool>`${sql.ref(column)} = any(${ids}::bigint[])` : isInJson(column, ids);
}

export function isAnyTextOf(db: Db, column: string, texts: readonly string[]): Expression<SqlBool> {
  return isPostgres(db) ? sql<SqlBool>`${sql.ref(column)} = any(${texts}::text[])` : isInJson(column, texts);
}

const isInJson = (column: string, values: readonly unknown[]) =>
  sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${values}))`;

/** Rows of numbers as a table, in one parameter: `from ${numberRows(db, ["a", "b"], rows)} as given`. */
export function numberRows(
  db: Db,
  columns: readonly string[],
  rows: readonly (readonly number[])[],
): RawBuilder<unknown> {
  const [source, cell] = isPostgres(db)
    ? [sql`json_array_elements(${json(rows)}::json)`, (n: number) => sql`(value->>${sql.lit(n)})::bigint`]
    : [sql`json_each(${json(rows)})`, (n: number) => sql`json_extract(value, ${sql.lit(`$[${n}]`)})`];
  const selected = columns.map((column, n) => sql`${cell(n)} as ${sql.ref(column)}`);
  return sql`(select ${sql.join(selected)} from ${source})`;
}

/** The reverse, read with `numbersIn`: the numbers of all rows as one text, which takes a fraction of the time of as many rows. */
export function numbersOfRows(db: Db, ...columns: RawBuilder<unknown>[]): RawBuilder<string | null> {
  const row = sql.join(
    columns.map((column) => sql`cast(${column} as text)`),
    sql` || ',' || `,
  );
  return isPostgres(db) ? sql`string_agg(${row}, ',')` : sql`group_concat(${row})`;
}

export const numbersIn = (text: string): number[] => JSON.parse(`[${text}]`);

/**
 * Joins rows of a table to each row of what precedes it: an engine might begin with the table otherwise. On PostgreSQL at most so
 * many to each; the statement itself needs the limit as well.
 */
export const joinToEach = (
  db: Db,
  name: string,
  { condition, limit }: { readonly condition: Expression<SqlBool>; readonly limit: number },
): RawBuilder<unknown> => {
  const table = sql.table(name);
  return isPostgres(db)
    ? sql`cross join lateral (select * from ${table} where ${condition} limit ${limit}) as ${table}`
    : sql`cross join ${table} on ${condition}`;
};

/** Rows as a table, in one parameter, with a type for each column: `from ${typedRows(db, columns, rows)} as given`. */
export function typedRows(
  db: Db,
  columns: Readonly<Record<string, "bigint" | "text">>,
  rows: readonly object[],
): RawBuilder<unknown> {
  const names = Object.keys(columns);
  if (isPostgres(db)) {
    const typed = names.map((name) => sql`${sql.ref(name)} ${sql.raw(columns[name] as string)}`);
    return sql`(select * from json_to_recordset(${json(rows)}::json) as typed (${sql.join(typed)}))`;
  }
  const cells = names.map((name) => sql`json_extract(value, ${sql.lit(`$.${name}`)}) as ${sql.ref(name)}`);
  return sql`(select ${sql.join(cells)} from json_each(${json(rows)}))`;
}

/**
 * For the rest of a transaction that reads pages: their rows are found by indexes, whatever PostgreSQL expects of a small
 * table. With `plansOnce` it also keeps to the plans of prepared statements that are good for any values: otherwise it may
 * plan a long condition anew each time, for longer than it runs.
 */
export async function readByIndex(db: Db, { plansOnce }: { readonly plansOnce: boolean }): Promise<void> {
  if (!isPostgres(db)) return;
  await sql`select set_config('enable_seqscan', 'off', true),
    set_config('plan_cache_mode', ${plansOnce ? "force_generic_plan" : "auto"}, true)`.execute(db);
}

/** Long enough for everything that is done with a page of rows, resting in between, on a busy machine. */
const LONGEST_IDLE_MS = 10 * 60 * 1000;

/** For a snapshot that is read at leisure: PostgreSQL otherwise ends a transaction that rests for as long as a statement may take. */
export async function allowRests(db: Db): Promise<void> {
  if (!isPostgres(db)) return;
  await sql`select set_config('idle_in_transaction_session_timeout', ${String(LONGEST_IDLE_MS)}, true)`.execute(db);
}

export async function hasTable(db: Db, name: string): Promise<boolean> {
  const { rows } = await (isPostgres(db)
    ? sql`select 1 where to_regclass(${name}) is not null`
    : sql`select 1 from sqlite_schema where type = 'table' and name = ${name}`
  ).execute(db);
  return rows.length > 0;
}

/** A JSON value as both engines store it. */
export const json = <T>(value: T): string & { readonly __json?: T } => JSON.stringify(value);

/** Of a JSON object that is stored. */
export function isJsonFalse(db: Db, column: string, name: string): Expression<SqlBool> {
  return isPostgres(db)
    ? sql<SqlBool>`${sql.ref(column)}->>${sql.lit(name)} = 'false'`
    : sql<SqlBool>`json_extract(${sql.ref(column)}, ${sql.lit(`$.${name}`)}) = 0`;
}

/** The names are literals in the statement, so that it can use an index. */
export function isJsonTrue(db: Db, column: string, name: string): Expression<SqlBool> {
  return isPostgres(db)
    ? sql<SqlBool>`${sql.ref(column)}->>${sql.lit(name)} = 'true'`
    : sql<SqlBool>`json_extract(${sql.ref(column)}, ${sql.lit(`$.${name}`)}) = 1`;
}
