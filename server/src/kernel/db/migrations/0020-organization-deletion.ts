/** When everything in a deactivated organization is deleted. */
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("realm").addColumn("scheduled_deletion_at", "bigint").execute();
}
