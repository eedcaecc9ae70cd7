/** The key with which the first organization is made in a browser: only its hash is stored, and only until then. */
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("installation").addColumn("setup_key_hash", "text").execute();
}
