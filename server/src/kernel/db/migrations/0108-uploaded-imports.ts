/** Archives of other programs that owners upload and import while the server runs (decision 128). */
import type { Kysely } from "kysely";
import { jsonText, withId } from "./columns.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("realm_import")
    .$call(withId(db))
    .addColumn("realm_id", "bigint", (c) => c.notNull().references("realm.id").onDelete("cascade"))
    .addColumn("acting_user_id", "bigint", (c) => c.references("user.id").onDelete("set null"))
    .addColumn("file_name", "text", (c) => c.notNull())
    .addColumn("size", "bigint", (c) => c.notNull())
    .addColumn("path", "text", (c) => c.notNull())
    .addColumn("source", "text")
    .addColumn("fingerprint", "text")
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("problem", "text")
    .addColumn("stage", "text")
    .addColumn("done", "bigint", (c) => c.notNull())
    .addColumn("total", "bigint")
    .addColumn("seconds_left", "bigint")
    .addColumn("attempts", "bigint", (c) => c.notNull())
    .addColumn("uploaded_at", "bigint", (c) => c.notNull())
    .addColumn("started_at", "bigint")
    .addColumn("ended_at", "bigint")
    .addColumn("touched_at", "bigint", (c) => c.notNull())
    .addColumn("plan", jsonText)
    .addColumn("report", jsonText)
    .execute();
  await db.schema.createIndex("realm_import_realm").on("realm_import").columns(["realm_id", "id"]).execute();
  await db.schema.createIndex("realm_import_user").on("realm_import").column("acting_user_id").execute();
}
