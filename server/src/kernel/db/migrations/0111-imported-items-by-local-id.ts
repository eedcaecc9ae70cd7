/** What was imported is looked for by its ids here, when somebody is erased. */
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex("imported_item_by_local_id")
    .on("imported_item")
    .columns(["realm_id", "kind", "local_id"])
    .execute();
}
