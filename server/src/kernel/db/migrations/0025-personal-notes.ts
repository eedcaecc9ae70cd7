/** What people keep for themselves: drafts, snippets of text, views in their sidebar, and which hints they have seen. */
import type { Kysely } from "kysely";
import { jsonText, withId } from "./columns.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  // The words outlive the channel that they were meant for.
  await db.schema
    .createTable("draft")
    .$call(withId(db))
    .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("channel_id", "bigint", (c) => c.references("channel.id").onDelete("set null"))
    .addColumn("to_user_ids", jsonText, (c) => c.notNull())
    .addColumn("topic", "text", (c) => c.notNull())
    .addColumn("content", "text", (c) => c.notNull())
    .addColumn("last_edited_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("draft_by_user").on("draft").columns(["user_id", "last_edited_at"]).execute();
  await db.schema.createIndex("draft_by_channel").on("draft").columns(["channel_id"]).execute();

  await db.schema
    .createTable("saved_snippet")
    .$call(withId(db))
    .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("content", "text", (c) => c.notNull())
    .addColumn("date_created", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("saved_snippet_by_user").on("saved_snippet").columns(["user_id"]).execute();

  // A fragment may be longer than what a unique index of PostgreSQL takes.
  await db.schema
    .createTable("navigation_view")
    .$call(withId(db))
    .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("fragment", "text", (c) => c.notNull())
    .addColumn("name", "text")
    .addColumn("is_pinned", "boolean", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("navigation_view_by_user").on("navigation_view").columns(["user_id"]).execute();

  await db.schema
    .createTable("onboarding_step_seen")
    .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("name", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("onboarding_step_seen_pk", ["user_id", "name"])
    .execute();
}
