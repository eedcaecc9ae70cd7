/** Messages, the topics of channels, the people of direct conversations, and the few flags that are stored per user. */
import type { Kysely } from "kysely";
import { withId } from "./columns.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  // One row per topic with its newest message, so that a list of topics does not scan messages.
  await db.schema
    .createTable("topic")
    .$call(withId(db))
    .addColumn("channel_id", "bigint", (c) => c.notNull().references("channel.id").onDelete("cascade"))
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("name_key", "text", (c) => c.notNull())
    .addColumn("max_message_id", "bigint", (c) => c.notNull())
    .addUniqueConstraint("topic_unique", ["channel_id", "name_key"])
    .execute();

  await db.schema
    .createTable("message")
    .$call(withId(db))
    .addColumn("realm_id", "bigint", (c) => c.notNull().references("realm.id").onDelete("cascade"))
    .addColumn("recipient_id", "bigint", (c) => c.notNull().references("recipient.id"))
    .addColumn("sender_id", "bigint", (c) => c.notNull().references("user.id"))
    .addColumn("topic_id", "bigint", (c) => c.references("topic.id"))
    .addColumn("subject", "text", (c) => c.notNull())
    .addColumn("content", "text", (c) => c.notNull())
    .addColumn("rendered_content", "text", (c) => c.notNull())
    .addColumn("sent_at", "bigint", (c) => c.notNull())
    .addColumn("client", "text", (c) => c.notNull())
    .execute();
  for (const column of ["realm_id", "recipient_id", "topic_id", "sender_id"])
    await db.schema.createIndex(`message_by_${column}`).on("message").columns([column, "id"]).execute();

  await db.schema
    .createTable("direct_participant")
    .addColumn("recipient_id", "bigint", (c) => c.notNull().references("recipient.id").onDelete("cascade"))
    .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("read_upto", "bigint", (c) => c.notNull())
    .addColumn("max_message_id", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("direct_participant_pk", ["recipient_id", "user_id"])
    .execute();
  await db.schema
    .createIndex("direct_participant_by_user")
    .on("direct_participant")
    .columns(["user_id", "max_message_id"])
    .execute();

  await db.schema
    .createTable("user_message")
    .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("message_id", "bigint", (c) => c.notNull().references("message.id").onDelete("cascade"))
    .addColumn("flags", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("user_message_pk", ["user_id", "message_id"])
    .execute();
  await db.schema.createIndex("user_message_by_message").on("user_message").columns(["message_id"]).execute();
}
