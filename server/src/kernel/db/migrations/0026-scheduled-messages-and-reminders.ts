/** Messages and reminders that wait for their time, and the files that such messages claim. */
import type { Kysely } from "kysely";
import { jsonText, withId } from "./columns.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("scheduled_message")
    .$call(withId(db))
    .addColumn("realm_id", "bigint", (c) => c.notNull().references("realm.id").onDelete("cascade"))
    .addColumn("sender_id", "bigint", (c) => c.notNull().references("user.id").onDelete("cascade"))
    // Of a channel message the channel and the topic, of a direct one the people.
    .addColumn("channel_id", "bigint", (c) => c.references("channel.id").onDelete("cascade"))
    .addColumn("topic", "text", (c) => c.notNull())
    .addColumn("user_ids", jsonText)
    .addColumn("content", "text", (c) => c.notNull())
    .addColumn("rendered_content", "text", (c) => c.notNull())
    .addColumn("scheduled_delivery_timestamp", "bigint", (c) => c.notNull())
    .addColumn("read_by_sender", "boolean", (c) => c.notNull())
    .addColumn("client", "text", (c) => c.notNull())
    // Why it could not be sent.
    .addColumn("failure", "text")
    .addColumn("sent_at", "bigint")
    .execute();
  await db.schema
    .createIndex("scheduled_message_due")
    .on("scheduled_message")
    .columns(["realm_id", "scheduled_delivery_timestamp"])
    .execute();
  for (const column of ["sender_id", "channel_id", "sent_at"])
    await db.schema.createIndex(`scheduled_message_by_${column}`).on("scheduled_message").columns([column]).execute();

  await db.schema
    .createTable("attachment_scheduled_message")
    .addColumn("attachment_id", "bigint", (c) => c.notNull().references("attachment.id").onDelete("cascade"))
    .addColumn("scheduled_message_id", "bigint", (c) =>
      c.notNull().references("scheduled_message.id").onDelete("cascade"),
    )
    .addPrimaryKeyConstraint("attachment_scheduled_message_pk", ["attachment_id", "scheduled_message_id"])
    .execute();
  await db.schema
    .createIndex("attachment_scheduled_message_by_message")
    .on("attachment_scheduled_message")
    .columns(["scheduled_message_id"])
    .execute();

  await db.schema
    .createTable("reminder")
    .$call(withId(db))
    .addColumn("realm_id", "bigint", (c) => c.notNull().references("realm.id").onDelete("cascade"))
    .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id").onDelete("cascade"))
    // Not a reference: the message may be deleted before its time comes.
    .addColumn("reminder_target_message_id", "bigint", (c) => c.notNull())
    .addColumn("note", "text", (c) => c.notNull())
    .addColumn("content", "text", (c) => c.notNull())
    .addColumn("rendered_content", "text", (c) => c.notNull())
    .addColumn("scheduled_delivery_timestamp", "bigint", (c) => c.notNull())
    .addColumn("failed", "boolean", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("reminder_due")
    .on("reminder")
    .columns(["realm_id", "scheduled_delivery_timestamp"])
    .execute();
  await db.schema.createIndex("reminder_by_user_id").on("reminder").columns(["user_id"]).execute();
}
