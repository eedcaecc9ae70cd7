/**
 * Where people are reached with everything closed: tokens and devices of telephones, subscriptions of browsers. And which
 * messages they were told of and have not read, so that the notice can be taken back.
 */
import type { Kysely } from "kysely";
import { withId } from "./columns.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("push_token")
    .$call(withId(db))
    .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("token", "text", (c) => c.notNull())
    // Of the token, which may be longer than what an index takes.
    .addColumn("token_key", "text", (c) => c.notNull())
    .addColumn("app_id", "text")
    .addColumn("registered_at", "bigint", (c) => c.notNull())
    .addUniqueConstraint("push_token_unique", ["user_id", "kind", "token_key"])
    .execute();

  await db.schema
    .createTable("push_device")
    .$call(withId(db))
    .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id").onDelete("cascade"))
    // Text, because it may be larger than what every engine and client can count to.
    .addColumn("push_account_id", "text", (c) => c.notNull())
    .addColumn("token_kind", "text", (c) => c.notNull())
    .addColumn("push_public_key", "text")
    .addColumn("gateway_device_id", "text")
    .addColumn("error_code", "text")
    .addColumn("registered_at", "bigint", (c) => c.notNull())
    .addUniqueConstraint("push_device_unique", ["user_id", "push_account_id"])
    .execute();

  await db.schema
    .createTable("web_push_subscription")
    .$call(withId(db))
    .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("session_id", "bigint", (c) => c.references("session.id").onDelete("cascade"))
    .addColumn("endpoint", "text", (c) => c.notNull())
    .addColumn("endpoint_key", "text", (c) => c.notNull().unique())
    .addColumn("p256dh", "text", (c) => c.notNull())
    .addColumn("auth", "text", (c) => c.notNull())
    .addColumn("subscribed_at", "bigint", (c) => c.notNull())
    .execute();
  for (const column of ["user_id", "session_id"])
    await db.schema
      .createIndex(`web_push_subscription_by_${column}`)
      .on("web_push_subscription")
      .column(column)
      .execute();

  await db.schema
    .createTable("push_notice")
    .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("message_id", "bigint", (c) => c.notNull().references("message.id").onDelete("cascade"))
    .addColumn("trigger", "text", (c) => c.notNull())
    .addColumn("told_at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("push_notice_pk", ["user_id", "message_id"])
    .execute();
  await db.schema.createIndex("push_notice_by_message").on("push_notice").column("message_id").execute();
  await db.schema.createIndex("push_notice_by_age").on("push_notice").column("told_at").execute();
}
