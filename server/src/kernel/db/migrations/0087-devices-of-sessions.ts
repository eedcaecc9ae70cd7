/** With which device a session was begun, and when it was last used: people list their sessions and end them. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("session")
    .addColumn("device", "text", (c) => c.notNull().defaultTo(""))
    .execute();
  await db.schema
    .alterTable("session")
    .addColumn("seen_at", "bigint", (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update session set seen_at = begun_at`.execute(db);
}
