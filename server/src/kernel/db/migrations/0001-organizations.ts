/** Organizations and the position of each one's event log, in a row of its own because every change locks it. */
import type { Kysely } from "kysely";
import { jsonText, withId } from "./columns.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  // One row: what all processes of this installation must agree on.
  await db.schema
    .createTable("installation")
    .addColumn("id", "bigint", (c) => c.primaryKey())
    .addColumn("secret_fingerprint", "text", (c) => c.notNull())
    .execute();

  await db.schema
    .createTable("realm")
    .$call(withId(db))
    .addColumn("string_id", "text", (c) => c.notNull().unique())
    .addColumn("is_default", "boolean", (c) => c.notNull())
    .addColumn("is_active", "boolean", (c) => c.notNull())
    .addColumn("date_created", "bigint", (c) => c.notNull())
    .addColumn("settings", jsonText, (c) => c.notNull())
    .addColumn("version", "bigint", (c) => c.notNull())
    .execute();

  await db.schema
    .createTable("realm_position")
    .addColumn("realm_id", "bigint", (c) => c.primaryKey().references("realm.id").onDelete("cascade"))
    .addColumn("position", "bigint", (c) => c.notNull())
    .addColumn("pruned_upto", "bigint", (c) => c.notNull())
    .execute();
}
