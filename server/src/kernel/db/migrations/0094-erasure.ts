/** When an account was erased: it keeps its id, and nothing else of the person (decision 094). */
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("user").addColumn("erased_at", "bigint").execute();
}
