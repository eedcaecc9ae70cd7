/** Uploaded files, which messages claim them, and how much room each organization's take. */
import type { Kysely } from "kysely";
import { jsonText, withId } from "./columns.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("attachment")
    .$call(withId(db))
    .addColumn("realm_id", "bigint", (c) => c.notNull().references("realm.id").onDelete("cascade"))
    .addColumn("owner_id", "bigint", (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("path_id", "text", (c) => c.notNull())
    .addColumn("file_name", "text", (c) => c.notNull())
    .addColumn("content_type", "text", (c) => c.notNull())
    .addColumn("size", "bigint", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    // Null while a message claims the file.
    .addColumn("unclaimed_since", "bigint")
    .addColumn("image", jsonText)
    .addUniqueConstraint("attachment_path_unique", ["path_id"])
    .execute();
  await db.schema.createIndex("attachment_by_owner").on("attachment").columns(["owner_id", "id"]).execute();
  await db.schema.createIndex("attachment_by_unclaimed").on("attachment").columns(["unclaimed_since"]).execute();

  await db.schema
    .createTable("attachment_message")
    .addColumn("attachment_id", "bigint", (c) => c.notNull().references("attachment.id").onDelete("cascade"))
    .addColumn("message_id", "bigint", (c) => c.notNull().references("message.id").onDelete("cascade"))
    .addPrimaryKeyConstraint("attachment_message_pk", ["attachment_id", "message_id"])
    .execute();
  await db.schema
    .createIndex("attachment_message_by_message")
    .on("attachment_message")
    .columns(["message_id"])
    .execute();

  // Adding up every file of an organization for each upload would not do.
  await db.schema
    .createTable("upload_space")
    .addColumn("realm_id", "bigint", (c) => c.primaryKey().references("realm.id").onDelete("cascade"))
    .addColumn("used_bytes", "bigint", (c) => c.notNull())
    .execute();
}
