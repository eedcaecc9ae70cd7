/**
 * Moves ids when an archive is imported: all ids of a table are increased by the highest id assigned here so far. So
 * their order, gaps and read marks keep their meaning, and in an empty installation nothing changes.
 *
 * This also means that no imported row can refer to an existing one: ids are positive, so they end up above all
 * existing ids.
 */
import type { Tx } from "../../kernel/db/handles.ts";
import { lastIdOf } from "../../kernel/db/identity.ts";
import type { TableRow } from "../../kernel/db/rows.ts";
import { DamagedFile } from "../../kernel/json-lines.ts";
import { type ArchivedTable, archivedTables, type Table } from "./tables.ts";

/** Larger than any assigned id, and small enough not to exhaust a table's ids. */
const LARGEST = 1e12;

export class MovedIds {
  readonly #by: ReadonlyMap<Table, number>;
  readonly #highest = new Map<Table, number>();
  /** The organization's id in the archive. */
  readonly realmId: number;

  constructor(realmId: number, by: ReadonlyMap<Table, number>) {
    this.realmId = realmId;
    this.#by = by;
  }

  static async into(tx: Tx, realmId: number): Promise<MovedIds> {
    const by = new Map<Table, number>();
    for (const { name } of archivedTables) by.set(name, (await lastIdOf(tx, name)) ?? 0);
    return new MovedIds(realmId, by);
  }

  get isEmpty(): boolean {
    return [...this.#by.values()].every((by) => by === 0);
  }

  /** The highest moved ids, of rows or in references: none of them may be assigned to other rows. */
  get highest(): ReadonlyMap<Table, number> {
    return this.#highest;
  }

  of(table: Table, id: number): number {
    if (!Number.isInteger(id) || id <= 0 || id > LARGEST)
      throw new DamagedFile(`The export is damaged: ${JSON.stringify(id)} is not a valid id in ${table}.`);
    const moved = this.inText(table, id);
    if (moved > (this.#highest.get(table) ?? 0)) this.#highest.set(table, moved);
    return moved;
  }

  /** Message text may contain any number in place of an id. */
  inText(table: Table, id: number): number {
    return id <= LARGEST ? id + (this.#by.get(table) ?? 0) : id;
  }

  /** The row with its ids moved. */
  row(table: ArchivedTable, row: TableRow): TableRow {
    const { refs, marks = [], moved } = table;
    const here = { ...row };
    const move = (column: string, to: Table) => {
      const id = row[column];
      // `of` rejects anything but numbers: a database might convert it to one.
      if (id !== undefined && id !== null) here[column] = this.of(to, id as number);
    };
    if (table.key[0] === "id") here.id = this.of(table.name, row.id as number);
    for (const [column, target] of Object.entries(refs)) move(column, target as Table);
    for (const mark of marks) if (row[mark] !== 0) move(mark, "message");
    return { ...here, ...moved?.call(table, here as never, this) };
  }
}
