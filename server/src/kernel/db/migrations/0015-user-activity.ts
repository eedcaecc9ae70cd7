/** The last day on which a user's client registered: who counts as active. */
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("user_activity")
    .addColumn("user_id", "bigint", (c) => c.primaryKey().references("user.id").onDelete("cascade"))
    .addColumn("last_day", "bigint", (c) => c.notNull())
    .execute();
}
