/** The schema that the migrations create on SQLite, for reviews. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openSqlite } from "../src/kernel/db/sqlite.ts";

/** Leaves out internal tables of SQLite and the migrator, and the tables inside a full-text index. */
const OURS = `select m.type, m.sql from sqlite_master m
  left join pragma_table_list l on l.name = m.tbl_name and l.schema = 'main'
  where m.sql is not null and m.tbl_name not like 'sqlite\\_%' escape '\\' and m.tbl_name not like 'kysely\\_%' escape '\\'
    and coalesce(l.type, '') <> 'shadow'
  order by m.tbl_name, m.type <> 'table', m.type, m.name`;

export async function sqliteSchema(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), "parley-schema-"));
  try {
    const file = join(directory, "schema.db");
    const database = openSqlite(file);
    await database.migrate();
    await database.close();
    const reader = new DatabaseSync(file, { readOnly: true });
    const rows = reader.prepare(OURS).all() as { type: string; sql: string }[];
    reader.close();
    return rows.map(({ type, sql }) => `${type === "table" ? inLines(sql) : sql};\n`).join("\n");
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** One line per column and constraint, so that changes show line by line. */
function inLines(sql: string): string {
  let depth = 0;
  let quote = "";
  let text = "";
  for (const character of sql) {
    if (quote) {
      if (character === quote) quote = "";
    } else if (character === '"' || character === "'") quote = character;
    else if (character === "(") depth++;
    else if (character === ")") depth--;
    const isOutermost = !quote && ((character === "(" && depth === 1) || (character === "," && depth === 1));
    if (!quote && character === ")" && depth === 0) text += "\n";
    text += character;
    if (isOutermost) text += "\n  ";
  }
  return text.replaceAll(/\n {2} +/g, "\n  ");
}
