/** Whose alert words, muted users and devices have changed since a version of the organization. */
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("user")
    .addColumn("preferences_version", "bigint", (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createIndex("user_by_preferences_version")
    .on("user")
    .columns(["realm_id", "preferences_version", "id"])
    .execute();
}
