/** What the overview of an organization shows without reading messages: daily counts, and how deliveries end. */
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("activity_day")
    .addColumn("realm_id", "bigint", (c) => c.notNull().references("realm.id").onDelete("cascade"))
    .addColumn("day", "bigint", (c) => c.notNull())
    .addColumn("messages", "bigint", (c) => c.notNull())
    .addColumn("people", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("activity_day_pk", ["realm_id", "day"])
    .execute();
  await db.schema
    .createTable("activity_cursor")
    .addColumn("realm_id", "bigint", (c) => c.primaryKey().references("realm.id").onDelete("cascade"))
    .addColumn("upto_message_id", "bigint", (c) => c.notNull())
    .addColumn("messages", "bigint", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("delivery_result")
    .addColumn("realm_id", "bigint", (c) => c.notNull().references("realm.id").onDelete("cascade"))
    .addColumn("way", "text", (c) => c.notNull())
    .addColumn("succeeded_at", "bigint")
    .addColumn("failed_at", "bigint")
    .addPrimaryKeyConstraint("delivery_result_pk", ["realm_id", "way"])
    .execute();
  // The newest files of an organization are found without sorting all of them.
  await db.schema.createIndex("attachment_by_realm_id").on("attachment").columns(["realm_id", "id"]).execute();
  await db.schema.dropIndex("attachment_by_realm").execute();
}
