/** A row as an archive shows it: a partial one has nothing of it that not everybody may see. */
import type { TableRow } from "../../kernel/db/rows.ts";
import type { Scope } from "./scope.ts";
import type { ArchivedTable } from "./tables.ts";

export const shownRow = (table: ArchivedTable, row: TableRow, scope: Scope): TableRow =>
  scope.kind === "everything" ? row : { ...withoutHidden(table, row, scope), ...table.partial?.(row as never, scope) };

/** References other than the owner may point outside the archive. */
function withoutHidden({ refs }: ArchivedTable, row: TableRow, scope: Scope): TableRow {
  const shown = { ...row };
  for (const [column, target] of Object.entries(refs).slice(1))
    if (target === "channel" && typeof row[column] === "number" && !scope.hasChannel(row[column])) shown[column] = null;
  return shown;
}
