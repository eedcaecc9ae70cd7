/** The request that caused a job, so that the log can join what it led to. */
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("job").addColumn("request_id", "text").execute();
}
