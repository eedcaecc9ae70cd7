/** Raised when the email addresses of a channel are replaced; their proof contains it (decision 125). */
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("channel")
    .addColumn("email_address_version", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
}
