/** What people show of themselves: values of the organization's profile fields, a picture of their own, a status. */
import type { Kysely } from "kysely";
import { jsonText, withId } from "./columns.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("profile_field")
    .$call(withId(db))
    .addColumn("realm_id", "bigint", (c) => c.notNull().references("realm.id").onDelete("cascade"))
    .addColumn("field_type", "bigint", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("hint", "text", (c) => c.notNull())
    .addColumn("field_data", jsonText)
    .addColumn("place", "bigint", (c) => c.notNull())
    .addColumn("required", "boolean", (c) => c.notNull())
    .addColumn("editable_by_user", "boolean", (c) => c.notNull())
    .addColumn("display_in_profile_summary", "boolean", (c) => c.notNull())
    .addUniqueConstraint("profile_field_unique", ["realm_id", "name"])
    .execute();

  await db.schema
    .createTable("profile_value")
    .addColumn("field_id", "bigint", (c) => c.notNull().references("profile_field.id").onDelete("cascade"))
    .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("value", "text", (c) => c.notNull())
    .addColumn("rendered_value", "text")
    .addPrimaryKeyConstraint("profile_value_pk", ["field_id", "user_id"])
    .execute();
  await db.schema.createIndex("profile_value_by_user").on("profile_value").columns(["user_id"]).execute();

  await db.schema
    .createTable("user_status")
    .addColumn("user_id", "bigint", (c) => c.primaryKey().references("user.id").onDelete("cascade"))
    .addColumn("status_text", "text", (c) => c.notNull())
    .addColumn("emoji_name", "text", (c) => c.notNull())
    .addColumn("emoji_code", "text", (c) => c.notNull())
    .addColumn("reaction_type", "text", (c) => c.notNull())
    .execute();

  await db.schema.alterTable("user").addColumn("avatar_path", "text").execute();
}
