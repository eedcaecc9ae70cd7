/** Rows on their way into the database: those of one table with the same columns are written together. */
import type { Tx } from "../../db/handles.ts";
import { columnsOf, insertRows, type Row, rowsAtOnce } from "../../db/rows.ts";
import { DamagedFile } from "../../json-lines.ts";

interface Batch {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: unknown[][];
}

export class Batches {
  readonly #tx: Tx;
  readonly #known: Awaited<ReturnType<typeof columnsOf>>;
  #batch: Batch | undefined;

  private constructor(tx: Tx, known: Awaited<ReturnType<typeof columnsOf>>) {
    this.#tx = tx;
    this.#known = known;
  }

  static async into(tx: Tx): Promise<Batches> {
    return new Batches(tx, await columnsOf(tx));
  }

  async add(table: string, row: Row): Promise<void> {
    const columns = Object.keys(row).sort();
    if (!this.#hasRoomFor(table, columns)) await this.flush();
    this.#batch ??= { table, columns, rows: [] };
    this.#batch.rows.push(columns.map((column) => row[column]));
  }

  #hasRoomFor(table: string, columns: readonly string[]): boolean {
    const batch = this.#batch;
    if (!batch) return true;
    const isSame = batch.table === table && batch.columns.join() === columns.join();
    return isSame && batch.rows.length < rowsAtOnce(columns.length);
  }

  async flush(): Promise<void> {
    if (!this.#batch) return;
    const { table, columns, rows } = this.#batch;
    this.#batch = undefined;
    const known = this.#known.get(table);
    const unknown = columns.find((column) => !known?.all.has(column));
    if (unknown !== undefined)
      throw new DamagedFile(`The export was made by a newer version of Parley: it knows of a ${table}'s ${unknown}.`);
    await insertRows(this.#tx, table, columns, rows, known?.json);
  }
}
