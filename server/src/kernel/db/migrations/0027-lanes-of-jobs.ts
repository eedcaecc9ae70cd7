/**
 * Jobs that wait for one and the same endpoint are in one lane, which has a few places only. However many of them wait, they
 * are passed over without being read: what decides is in the index.
 */
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("job").addColumn("lane", "text").execute();
  await db.schema.dropIndex("job_due").execute();
  await db.schema.createIndex("job_due").on("job").columns(["failed", "run_at_ms", "id", "kind", "lane"]).execute();
}
