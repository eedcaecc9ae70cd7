/** What a user wants of a topic: muted, unmuted, followed. */
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("user_topic")
    .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("channel_id", "bigint", (c) => c.notNull().references("channel.id").onDelete("cascade"))
    .addColumn("topic_name", "text", (c) => c.notNull())
    .addColumn("topic_key", "text", (c) => c.notNull())
    .addColumn("visibility_policy", "integer", (c) => c.notNull())
    .addColumn("last_updated", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("user_topic_pk", ["user_id", "channel_id", "topic_key"])
    .execute();
  // Who follows a topic that gets a message, or is moved.
  await db.schema.createIndex("user_topic_by_topic").on("user_topic").columns(["channel_id", "topic_key"]).execute();
}
