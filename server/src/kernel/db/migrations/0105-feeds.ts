/** Addresses that the server fetches for incoming webhook bots: news and calendars (decision 123). */
import type { Kysely } from "kysely";
import { jsonText, withId } from "./columns.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("feed")
    .$call(withId(db))
    .addColumn("realm_id", "bigint", (c) => c.notNull().references("realm.id").onDelete("cascade"))
    .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("channel_id", "bigint", (c) => c.notNull().references("channel.id").onDelete("cascade"))
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("address_encrypted", "text", (c) => c.notNull())
    .addColumn("topic", "text", (c) => c.notNull())
    .addColumn("filter_words", jsonText, (c) => c.notNull())
    .addColumn("minutes_before", "bigint")
    .addColumn("time_zone", "text")
    .addColumn("is_paused", "boolean", (c) => c.notNull())
    .addColumn("added_at", "bigint", (c) => c.notNull())
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("etag", "text")
    .addColumn("last_modified", "text")
    .addColumn("fetched_at", "bigint")
    .addColumn("outcome", "text")
    .addColumn("status", "bigint")
    .addColumn("reason", jsonText)
    .addColumn("entry_count", "bigint", (c) => c.notNull())
    .addColumn("failures", "bigint", (c) => c.notNull())
    .addColumn("next_fetch_at", "bigint", (c) => c.notNull())
    .addColumn("seen", jsonText)
    .addColumn("upcoming", jsonText)
    .addColumn("next_reminder_at", "bigint")
    .execute();
  await db.schema.createIndex("feed_bot").on("feed").columns(["user_id", "id"]).execute();
  await db.schema.createIndex("feed_realm").on("feed").column("realm_id").execute();
  await db.schema.createIndex("feed_channel").on("feed").column("channel_id").execute();
  await db.schema.createIndex("feed_due").on("feed").columns(["is_paused", "next_fetch_at"]).execute();
  await db.schema.createIndex("feed_reminder").on("feed").column("next_reminder_at").execute();
}
