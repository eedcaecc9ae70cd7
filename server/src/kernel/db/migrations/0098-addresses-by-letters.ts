/**
 * Addresses were compared as names are: by a form in which letters of other scripts can become the same (`mıke@` and `mike@`). They
 * are compared by themselves now, without the case of A to Z. Keys can only differ more than before, so none collide.
 */
import { type Kysely, sql } from "kysely";
import { onPostgres } from "./columns.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  // Both only know A to Z: SQLite always, PostgreSQL by this collation.
  const lower = (column: string) =>
    onPostgres(db) ? sql`lower(${sql.ref(column)} collate "C")` : sql`lower(${sql.ref(column)})`;
  const address = lower("delivery_email");
  await sql`update "user" set delivery_email_key = ${address} where delivery_email_key <> ${address}`.execute(db);
  const invited = lower("email");
  await sql`update invitation set email_key = ${invited} where email_key <> ${invited}`.execute(db);
}
