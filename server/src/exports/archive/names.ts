/** Cleans the names in an archive by the current rules. Names that then look the same are numbered. */
import type { TableRow } from "../../kernel/db/rows.ts";
import { cleaned, nameKey, visibleForm } from "../../kernel/names/visible.ts";
import type { Table } from "./tables.ts";

/** The column with the name, the column with its key, and whether the name must be unique. */
const NAMED: { readonly [T in Table]?: { name: string; key?: string; isUnique?: (row: TableRow) => boolean } } = {
  user: { name: "full_name", key: "full_name_key" },
  channel: { name: "name", key: "name_key", isUnique: () => true },
  channel_folder: { name: "name", key: "name_key", isUnique: (row) => row.is_archived !== true },
  user_group: { name: "name", isUnique: () => true },
  default_channel_group: { name: "name", isUnique: () => true },
  profile_field: { name: "name", isUnique: () => true },
};

const NAMELESS = "Unnamed";

export const cleanName = (written: string): string => cleaned(written) || NAMELESS;

export class CleanNames {
  readonly #taken = new Set<string>();

  row(table: Table, row: TableRow): TableRow {
    const { name: column, key, isUnique } = NAMED[table] ?? {};
    const written = column === undefined ? undefined : row[column];
    // Other values are rejected when the column types are checked.
    if (column === undefined || typeof written !== "string" || written.includes("\0")) return row;
    const clean = cleanName(written);
    const name = isUnique?.(row) ? this.#unique(table, clean, key ? nameKey : visibleForm) : clean;
    return { ...row, [column]: name, ...(key === undefined ? {} : { [key]: nameKey(name) }) };
  }

  #unique(table: Table, name: string, form: (name: string) => string): string {
    for (let count = 1; ; count++) {
      const candidate = count === 1 ? name : `${name} (${count})`;
      const entry = `${table} ${form(candidate)}`;
      if (this.#taken.has(entry)) continue;
      this.#taken.add(entry);
      return candidate;
    }
  }
}
