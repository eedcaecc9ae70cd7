/** Collects rows for insertion: rows of one table with the same columns are inserted together. */
import type { Tx } from "../../kernel/db/handles.ts";
import { columnsOf, insertRows, rowsAtOnce, type TableRow } from "../../kernel/db/rows.ts";
import { DamagedFile } from "../../kernel/json-lines.ts";

interface RowBatch {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: unknown[][];
  characters: number;
}

/** Rows may be large: a batch must fit into memory. */
const MOST_CHARACTERS = 8 * 1024 * 1024;

export class Batches {
  readonly #tx: Tx;
  readonly #known: Awaited<ReturnType<typeof columnsOf>>;
  #batch: RowBatch | undefined;

  private constructor(tx: Tx, known: Awaited<ReturnType<typeof columnsOf>>) {
    this.#tx = tx;
    this.#known = known;
  }

  static async into(tx: Tx): Promise<Batches> {
    return new Batches(tx, await columnsOf(tx));
  }

  /** `characters`: the row's length in the archive. */
  async add(table: string, row: TableRow, characters: number): Promise<void> {
    const columns = Object.keys(row).sort();
    if (!this.#hasRoomFor(table, columns)) await this.flush();
    this.#check(table, row);
    this.#batch ??= { table, columns, rows: [], characters: 0 };
    this.#batch.rows.push(columns.map((column) => row[column]));
    this.#batch.characters += characters;
  }

  /** SQLite would store text in a number column, and later readers would fail. */
  #check(table: string, row: TableRow): void {
    const known = this.#known.get(table);
    for (const [column, cell] of Object.entries(row)) {
      const type = known?.types.get(column);
      if (type === undefined)
        throw new DamagedFile(
          `The export was made by a newer version of Parley: it has an unknown column ${column} in ${table}.`,
        );
      if (!fits(type, cell)) throw new DamagedFile(`The export is damaged: ${table} has an invalid ${column}.`);
    }
  }

  #hasRoomFor(table: string, columns: readonly string[]): boolean {
    const batch = this.#batch;
    if (!batch) return true;
    const isSame = batch.table === table && batch.columns.join() === columns.join();
    return isSame && batch.characters < MOST_CHARACTERS && batch.rows.length < rowsAtOnce(columns.length);
  }

  async flush(): Promise<void> {
    if (!this.#batch) return;
    const { table, columns, rows } = this.#batch;
    this.#batch = undefined;
    await insertRows(this.#tx, table, columns, rows, this.#known.get(table)?.json);
  }
}

/** Uses the parts of type names that both engines share. */
function fits(type: string, cell: unknown): boolean {
  if (cell === null || type.startsWith("json")) return true;
  if (type.startsWith("bool")) return typeof cell === "boolean" || cell === 0 || cell === 1;
  if (type.includes("int")) return Number.isSafeInteger(cell);
  // PostgreSQL cannot store this character in text.
  return typeof cell === "string" && !cell.includes("\0");
}
