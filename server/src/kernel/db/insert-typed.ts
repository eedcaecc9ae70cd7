/** Inserts many rows into a table. */
import { sql } from "kysely";
import { typedRows } from "./dialect.ts";
import type { TurnTx } from "./handles.ts";
import type { Schema } from "./schema.ts";
import { type SqliteConnection, sqliteConnectionOf } from "./sqlite-dialect.ts";

type CellType = "bigint" | "text";
type Cell = number | string | null;
type Cells = Readonly<Record<string, Cell>>;

/** `unlessKnown`: the columns of a key; a row whose key exists is not inserted. */
export async function insertTyped<T extends Cells>(
  tx: TurnTx,
  table: keyof Schema,
  columns: { readonly [C in keyof T]: CellType },
  rows: readonly T[],
  unlessKnown: readonly (keyof T & string)[] = [],
): Promise<void> {
  if (rows.length === 0) return;
  const names = Object.keys(columns);
  const conflict = unlessKnown.length === 0 ? "" : `on conflict (${quoted(unlessKnown)}) do nothing`;
  const direct = sqliteConnectionOf(tx);
  if (direct) return insertEach(direct, { table, names, conflict }, rows);
  const selected = sql.raw(quoted(names));
  await sql`
    insert into ${sql.table(table)} (${selected})
    select ${selected} from ${typedRows(tx, columns, rows)} as given ${sql.raw(conflict)}`.execute(tx);
}

/** One prepared statement for all rows: SQLite takes twice as long to unpack them from one parameter as to insert them. */
function insertEach(
  connection: SqliteConnection,
  { table, names, conflict }: { readonly table: string; readonly names: readonly string[]; readonly conflict: string },
  rows: readonly Cells[],
): void {
  const statement = `insert into "${table}" (${quoted(names)}) values (${names.map(() => "?").join()}) ${conflict}`;
  connection.changeEach(statement, valuesOf(names, rows));
}

/** In one list for all rows, which are read before the next. */
function* valuesOf(names: readonly string[], rows: readonly Cells[]): Generator<readonly Cell[]> {
  const values = names.map((): Cell => null);
  for (const row of rows) {
    for (let at = 0; at < values.length; at++) values[at] = row[names[at] as string] ?? null;
    yield values;
  }
}

/** Names of columns come from the source code. */
const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join();
