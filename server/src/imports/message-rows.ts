/** Inserts many rows with one parameter: composing a statement with a value for each cell takes longer than running it. */
import { type RawBuilder, sql } from "kysely";
import { typedRows } from "../kernel/db/dialect.ts";
import type { TurnTx } from "../kernel/db/handles.ts";
import type { Schema } from "../kernel/db/schema.ts";

type CellType = "bigint" | "text";
type Cells = Readonly<Record<string, number | string | null>>;

export async function insertTyped<T extends Cells>(
  tx: TurnTx,
  table: keyof Schema,
  columns: { readonly [C in keyof T]: CellType },
  rows: readonly T[],
  conflict: RawBuilder<unknown> = sql``,
): Promise<void> {
  if (rows.length === 0) return;
  const names = sql.join(Object.keys(columns).map((column) => sql.ref(column)));
  await sql`
    insert into ${sql.table(table)} (${names})
    select ${names} from ${typedRows(tx, columns, rows)} as given where true ${conflict}`.execute(tx);
}
