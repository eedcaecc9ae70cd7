/** Reads back what was restored and compares it with what the backup contains, table by table. */
import type { Db } from "../../kernel/db/handles.ts";
import { type Columns, pageAfter } from "../../kernel/db/rows.ts";
import type { Progress } from "../../kernel/progress.ts";
import { Refusal } from "../errors.ts";
import { RowDigest } from "./digests.ts";
import type { BackupRow } from "./format.ts";
import { type KeptTable, keptTables } from "./tables.ts";

const ROWS_PER_PAGE = 2000;

interface ReadTable {
  readonly columns: readonly string[];
  readonly rows: RowDigest;
}

export class RestoredTables {
  readonly #read = new Map<string, ReadTable>();

  /** What the backup contains of a table, as it is read. */
  add(table: string, columns: readonly string[], rows: readonly BackupRow[]): void {
    const known = this.#read.get(table) ?? { columns, rows: new RowDigest() };
    this.#read.set(table, known);
    for (const row of rows) known.rows.add(row);
  }

  /** Throws if the database, which has these columns, has something else. Returns how many tables were compared. */
  async compareWith(db: Db, columns: ReadonlyMap<string, Columns>, progress: Progress): Promise<number> {
    const total = this.#read.values().reduce((sum, { rows }) => sum + rows.count, 0);
    progress.begin("Comparing with the backup", total);
    // The schema may be that of an older version.
    const tables = keptTables.filter(({ name, key }) => key.every((column) => columns.get(name)?.all.has(column)));
    for (const table of tables) await this.#compare(db, table, progress);
    return tables.length;
  }

  async #compare(db: Db, table: KeptTable, progress: Progress): Promise<void> {
    const { columns = [], rows: expected = new RowDigest() } = this.#read.get(table.name) ?? {};
    const found = new RowDigest();
    let page = await pageAfter(db, table, undefined, { limit: ROWS_PER_PAGE });
    while (page.length > 0) {
      for (const row of page) found.add(columns.map((column) => row[column]));
      progress.add(page.length);
      page = await pageAfter(db, table, page.at(-1), { limit: ROWS_PER_PAGE });
    }
    if (expected.equals(found)) return;
    const what =
      found.count === expected.count ? "has other contents" : `has ${found.count} rows, not ${expected.count}`;
    throw new Refusal(
      `The restored data differs from the backup: the table ${table.name} ${what}. Nothing was restored.`,
    );
  }
}
