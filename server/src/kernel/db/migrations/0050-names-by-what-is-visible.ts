/**
 * Names are found and compared by what can be seen of them. A channel whose name looks like another one's keeps the key
 * that it has: both stay until somebody renames one.
 */
import { type Kysely, sql } from "kysely";

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800]/gv;

function keyOf(name: string): string {
  const visible =
    name
      .replace(INVISIBLE, "")
      .normalize("NFKC")
      .trim()
      .replace(/\p{Z}+/gv, " ")
      .trim() || name;
  return visible.normalize("NFC").toUpperCase().toLowerCase();
}

interface Named {
  readonly id: number;
  readonly realm_id: number;
  readonly name: string;
  readonly key: string;
}

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, name, key] of [
    ["user", "full_name", "full_name_key"],
    ["channel", "name", "name_key"],
    ["channel_folder", "name", "name_key"],
  ] as const) {
    const { rows } = await sql<Named>`
      select id, realm_id, ${sql.ref(name)} as name, ${sql.ref(key)} as key from ${sql.table(table)}`.execute(db);
    const taken = new Set(rows.map((row) => `${row.realm_id} ${row.key}`));
    for (const row of rows) {
      const visible = keyOf(row.name);
      const isFree = table !== "channel" || !taken.has(`${row.realm_id} ${visible}`);
      if (visible === row.key || row.key === "" || !isFree) continue;
      taken.add(`${row.realm_id} ${visible}`);
      await sql`update ${sql.table(table)} set ${sql.ref(key)} = ${visible} where id = ${row.id}`.execute(db);
    }
  }
}
