/** Exports of one person's own data (decision 094). */
import type { Kysely } from "kysely";
import { withId } from "./columns.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("personal_export")
    .$call(withId(db))
    .addColumn("realm_id", "bigint", (c) => c.notNull().references("realm.id").onDelete("cascade"))
    .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("requested_at", "bigint", (c) => c.notNull())
    .addColumn("attempts", "bigint", (c) => c.notNull())
    .addColumn("failed_at", "bigint")
    .addColumn("expires_at", "bigint")
    .addColumn("path", "text", (c) => c.notNull())
    .addColumn("size", "bigint")
    .execute();
  await db.schema.createIndex("personal_export_realm").on("personal_export").column("realm_id").execute();
  await db.schema.createIndex("personal_export_user").on("personal_export").columns(["user_id", "id"]).execute();
  await db.schema.createIndex("personal_export_expiry").on("personal_export").column("expires_at").execute();
}
