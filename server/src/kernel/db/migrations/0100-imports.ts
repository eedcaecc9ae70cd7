/** What imports have taken from other programs, and accounts that wait for their people (decision 105). */
import type { Kysely } from "kysely";
import { jsonText, withId } from "./columns.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("imported_archive")
    .$call(withId(db))
    .addColumn("realm_id", "bigint", (c) => c.notNull().references("realm.id").onDelete("cascade"))
    .addColumn("origin", "text", (c) => c.notNull())
    .addColumn("fingerprint", "text", (c) => c.notNull())
    .addColumn("begun_at", "bigint", (c) => c.notNull())
    .addColumn("finished_at", "bigint")
    .addColumn("keeps_ids", "boolean", (c) => c.notNull())
    .addColumn("taken", "bigint", (c) => c.notNull())
    .addColumn("unmarked_from", "bigint")
    .addColumn("unmarked_to", "bigint")
    .addColumn("tally", jsonText, (c) => c.notNull())
    .addUniqueConstraint("imported_archive_fingerprint", ["realm_id", "fingerprint"])
    .execute();
  await db.schema
    .createTable("imported_item")
    .addColumn("realm_id", "bigint", (c) => c.notNull().references("realm.id").onDelete("cascade"))
    .addColumn("origin", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("source_id", "text", (c) => c.notNull())
    .addColumn("local_id", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("imported_item_key", ["realm_id", "origin", "kind", "source_id"])
    .execute();
  await db.schema
    .createTable("unclaimed_account")
    .addColumn("user_id", "bigint", (c) => c.primaryKey().references("user.id").onDelete("cascade"))
    .addColumn("realm_id", "bigint", (c) => c.notNull().references("realm.id").onDelete("cascade"))
    .execute();
  await db.schema.createIndex("unclaimed_account_realm").on("unclaimed_account").column("realm_id").execute();
}
