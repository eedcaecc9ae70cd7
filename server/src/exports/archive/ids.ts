/**
 * Where ids go when an archive is read: every id of a table is moved by the same number, the last one that the table has
 * given out here. So their order stays, gaps and marks keep their meaning, and in an empty installation nothing moves.
 */
import type { Tx } from "../../db/handles.ts";
import { lastIdOf } from "../../db/identity.ts";
import type { Row } from "../../db/rows.ts";
import { type ArchivedTable, archivedTables, type Table } from "./tables.ts";

export class MovedIds {
  readonly #by: ReadonlyMap<Table, number>;
  /** The organization that the archive is of, as it was called there. */
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

  of(table: Table, id: number): number {
    return id + (this.#by.get(table) ?? 0);
  }

  /** The row as it stands here. */
  row(table: ArchivedTable, row: Row): Row {
    const { refs, marks = [], moved } = table;
    const here = { ...row };
    const move = (column: string, to: Table) => {
      const id = row[column];
      if (typeof id === "number") here[column] = this.of(to, id);
    };
    if (table.key[0] === "id") move("id", table.name);
    for (const [column, target] of Object.entries(refs)) move(column, target as Table);
    for (const mark of marks) if (row[mark] !== 0) move(mark, "message");
    return { ...here, ...moved?.call(table, here as never, this) };
  }
}
