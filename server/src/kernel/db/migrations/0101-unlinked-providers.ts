/** Accounts whose people have unlinked an identity provider are not linked by their address again (decision 103). */
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("user")
    .addColumn("has_unlinked_provider", "boolean", (c) => c.notNull().defaultTo(false))
    .execute();
}
