/**
 * Where ids go when an archive is read: every id of a table is moved by the same number, the last one that the table has
 * given out here. So their order stays, gaps and marks keep their meaning, and in an empty installation nothing moves.
 *
 * And so no row of an archive can name one that was here before: an id is a positive number, and goes behind all of these.
 */
import type { Tx } from "../../kernel/db/handles.ts";
import { lastIdOf } from "../../kernel/db/identity.ts";
import type { TableRow } from "../../kernel/db/rows.ts";
import { DamagedFile } from "../../kernel/json-lines.ts";
import { type ArchivedTable, archivedTables, type Table } from "./tables.ts";

/** Larger than any that was given out, and small enough that a table does not run out of them. */
const LARGEST = 1e12;

export class MovedIds {
  readonly #by: ReadonlyMap<Table, number>;
  readonly #highest = new Map<Table, number>();
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

  /** The highest ids that were moved, of rows or of what rows name: none of them may be given to something else. */
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

  /** In what people wrote, any number may stand where an id does. */
  inText(table: Table, id: number): number {
    return id <= LARGEST ? id + (this.#by.get(table) ?? 0) : id;
  }

  /** The row as it stands here. */
  row(table: ArchivedTable, row: TableRow): TableRow {
    const { refs, marks = [], moved } = table;
    const here = { ...row };
    const move = (column: string, to: Table) => {
      const id = row[column];
      // Whatever is no number is refused there: a database might take it for one.
      if (id !== undefined && id !== null) here[column] = this.of(to, id as number);
    };
    if (table.key[0] === "id") here.id = this.of(table.name, row.id as number);
    for (const [column, target] of Object.entries(refs)) move(column, target as Table);
    for (const mark of marks) if (row[mark] !== 0) move(mark, "message");
    return { ...here, ...moved?.call(table, here as never, this) };
  }
}
