/** Folders that channels are shown in, sets of channels that newcomers choose from, and how busy each channel is. */
import type { Kysely } from "kysely";
import { withId } from "./columns.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("channel_folder")
    .$call(withId(db))
    .addColumn("realm_id", "bigint", (c) => c.notNull().references("realm.id").onDelete("cascade"))
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("name_key", "text", (c) => c.notNull())
    .addColumn("description", "text", (c) => c.notNull())
    .addColumn("rendered_description", "text", (c) => c.notNull())
    .addColumn("place", "bigint", (c) => c.notNull())
    .addColumn("creator_id", "bigint", (c) => c.references("user.id"))
    .addColumn("date_created", "bigint", (c) => c.notNull())
    .addColumn("is_archived", "boolean", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("channel_folder_by_realm").on("channel_folder").columns(["realm_id"]).execute();

  await db.schema
    .createTable("default_channel_group")
    .$call(withId(db))
    .addColumn("realm_id", "bigint", (c) => c.notNull().references("realm.id").onDelete("cascade"))
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("description", "text", (c) => c.notNull())
    .addUniqueConstraint("default_channel_group_unique", ["realm_id", "name"])
    .execute();
  await db.schema
    .createTable("default_channel_group_member")
    .addColumn("group_id", "bigint", (c) => c.notNull().references("default_channel_group.id").onDelete("cascade"))
    .addColumn("channel_id", "bigint", (c) => c.notNull().references("channel.id").onDelete("cascade"))
    .addPrimaryKeyConstraint("default_channel_group_member_pk", ["group_id", "channel_id"])
    .execute();
  await db.schema
    .createIndex("default_channel_group_member_by_channel")
    .on("default_channel_group_member")
    .columns(["channel_id"])
    .execute();

  // Messages a week, as clients show it; null while the channel is too young to tell.
  await db.schema.alterTable("channel").addColumn("weekly_traffic", "bigint").execute();
  await db.schema.createIndex("channel_by_folder").on("channel").columns(["folder_id"]).execute();
}
