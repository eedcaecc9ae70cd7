/** What the text of a message holds and when it was moved; and people by their names, for mentions. */
import { type Kysely, sql } from "kysely";

/** As names were folded when this was written. */
const folded = (name: string) => name.normalize("NFC").toUpperCase().toLowerCase();

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("message")
    .addColumn("traits", "bigint", (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable("message").addColumn("last_moved_at", "bigint").execute();

  await db.schema
    .alterTable("user")
    .addColumn("full_name_key", "text", (c) => c.notNull().defaultTo(""))
    .execute();
  const { rows } = await sql<{ id: number; full_name: string }>`select id, full_name from "user"`.execute(db);
  for (const { id, full_name } of rows)
    await sql`update "user" set full_name_key = ${folded(full_name)} where id = ${id}`.execute(db);
  await db.schema.createIndex("user_by_name").on("user").columns(["realm_id", "full_name_key"]).execute();
}
