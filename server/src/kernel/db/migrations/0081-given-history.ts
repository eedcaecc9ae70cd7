/** How much of a channel's earlier history a newcomer was given when they joined the organization. */
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("subscription").addColumn("given_upto", "bigint").execute();
}
