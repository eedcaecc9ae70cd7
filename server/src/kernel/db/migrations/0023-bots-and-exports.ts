/** What bots have besides an account: their defaults, the address they call, what they remember. And archives of an organization. */
import type { Kysely } from "kysely";
import { jsonText, withId } from "./columns.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("bot")
    .addColumn("user_id", "bigint", (c) => c.primaryKey().references("user.id").onDelete("cascade"))
    .addColumn("default_sending_channel_id", "bigint", (c) => c.references("channel.id").onDelete("set null"))
    .addColumn("default_events_register_channel_id", "bigint", (c) => c.references("channel.id").onDelete("set null"))
    .addColumn("default_all_public_streams", "boolean", (c) => c.notNull())
    .addColumn("config_data", jsonText, (c) => c.notNull())
    .execute();
  for (const column of ["default_sending_channel_id", "default_events_register_channel_id"])
    await db.schema.createIndex(`bot_by_${column}`).on("bot").columns([column]).execute();

  await db.schema
    .createTable("bot_service")
    .addColumn("user_id", "bigint", (c) => c.primaryKey().references("user.id").onDelete("cascade"))
    .addColumn("base_url", "text", (c) => c.notNull())
    .addColumn("interface", "bigint", (c) => c.notNull())
    .addColumn("token_encrypted", "text", (c) => c.notNull())
    .execute();

  await db.schema
    .createTable("bot_storage")
    .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("key", "text", (c) => c.notNull())
    .addColumn("value", "text", (c) => c.notNull())
    // Counted once, so that the sum needs no look at the values.
    .addColumn("characters", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("bot_storage_pk", ["user_id", "key"])
    .execute();
  await db.schema.createIndex("user_by_owner").on("user").columns(["bot_owner_id"]).execute();

  await db.schema
    .createTable("realm_export")
    .$call(withId(db))
    .addColumn("realm_id", "bigint", (c) => c.notNull().references("realm.id").onDelete("cascade"))
    .addColumn("acting_user_id", "bigint", (c) => c.notNull().references("user.id"))
    .addColumn("export_type", "bigint", (c) => c.notNull())
    .addColumn("requested_at", "bigint", (c) => c.notNull())
    .addColumn("attempts", "bigint", (c) => c.notNull())
    .addColumn("failed_at", "bigint")
    .addColumn("deleted_at", "bigint")
    .addColumn("path", "text", (c) => c.notNull())
    // Known when there is a file.
    .addColumn("size", "bigint")
    .execute();
  await db.schema.createIndex("realm_export_by_realm").on("realm_export").columns(["realm_id", "id"]).execute();
}
