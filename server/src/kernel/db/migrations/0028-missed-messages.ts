/**
 * Who is still to be told of messages that came while they were away, how far each organization's messages have been
 * looked through for that, and the indexes by which those are found who want to be told of everything in a channel.
 */
import { type Kysely, sql } from "kysely";
import { onPostgres } from "./columns.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("notification_progress")
    .addColumn("realm_id", "bigint", (c) => c.primaryKey().references("realm.id").onDelete("cascade"))
    .addColumn("upto_message_id", "bigint", (c) => c.notNull())
    .addColumn("digest_day", "bigint")
    .execute();
  // What was there before is nobody's news.
  await sql`
    insert into notification_progress (realm_id, upto_message_id)
    select realm.id, coalesce((select max(message.id) from message where message.realm_id = realm.id), 0)
    from realm`.execute(db);
  await missedMessages(db);
  await db.schema.createIndex("event_queue_by_user").on("event_queue").columns(["user_id"]).execute();
  await thoseWhoWantEverything(db);
}

async function missedMessages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("missed_message")
    .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("message_id", "bigint", (c) => c.notNull().references("message.id").onDelete("cascade"))
    .addColumn("due_at", "bigint", (c) => c.notNull())
    .addColumn("is_held", "boolean", (c) => c.notNull())
    .addColumn("is_pushed", "boolean", (c) => c.notNull())
    .addPrimaryKeyConstraint("missed_message_pk", ["user_id", "message_id"])
    .execute();
  await db.schema.createIndex("missed_message_by_message").on("missed_message").columns(["message_id"]).execute();
  await db.schema.createIndex("missed_message_due").on("missed_message").columns(["due_at"]).execute();
}

/** Few people want that, and a message must not look through all the subscribers of its channel to find them. */
async function thoseWhoWantEverything(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index subscription_notified on subscription (channel_id, user_id)
    where email_notifications is true or push_notifications is true`.execute(db);
  const isOn = (name: string) =>
    onPostgres(db)
      ? sql`settings->>${sql.lit(name)} = 'true'`
      : sql`json_extract(settings, ${sql.lit(`$.${name}`)}) = 1`;
  await sql`
    create index user_notified on "user" (realm_id)
    where ${isOn("enable_stream_email_notifications")} or ${isOn("enable_stream_push_notifications")}`.execute(db);
}
