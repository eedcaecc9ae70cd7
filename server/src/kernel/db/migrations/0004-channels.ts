/** Channels, who is subscribed to them, and from which message to which each subscription lasted. */
import type { Kysely } from "kysely";
import { withId } from "./columns.ts";

const CHANNEL_SETTINGS = [
  "can_add_subscribers_group",
  "can_administer_channel_group",
  "can_delete_any_message_group",
  "can_delete_own_message_group",
  "can_move_messages_out_of_channel_group",
  "can_move_messages_within_channel_group",
  "can_remove_subscribers_group",
  "can_resolve_topics_group",
  "can_send_message_group",
  "can_subscribe_group",
];

const NOTIFICATION_SETTINGS = [
  "desktop_notifications",
  "audible_notifications",
  "push_notifications",
  "email_notifications",
  "wildcard_mentions_notify",
] as const;

export async function up(db: Kysely<unknown>): Promise<void> {
  // A message points to one recipient: a channel, or the set of people of a direct conversation.
  await db.schema
    .createTable("recipient")
    .$call(withId(db))
    .addColumn("realm_id", "bigint", (c) => c.notNull().references("realm.id").onDelete("cascade"))
    .addColumn("direct_key", "text")
    .addUniqueConstraint("recipient_direct_unique", ["realm_id", "direct_key"])
    .execute();

  let channels = db.schema
    .createTable("channel")
    .$call(withId(db))
    .addColumn("realm_id", "bigint", (c) => c.notNull().references("realm.id").onDelete("cascade"))
    .addColumn("recipient_id", "bigint", (c) => c.notNull().unique().references("recipient.id"))
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("name_key", "text", (c) => c.notNull())
    .addColumn("description", "text", (c) => c.notNull())
    .addColumn("rendered_description", "text", (c) => c.notNull())
    .addColumn("date_created", "bigint", (c) => c.notNull())
    .addColumn("creator_id", "bigint", (c) => c.references("user.id"))
    .addColumn("invite_only", "boolean", (c) => c.notNull())
    .addColumn("is_web_public", "boolean", (c) => c.notNull())
    .addColumn("history_public_to_subscribers", "boolean", (c) => c.notNull())
    .addColumn("is_archived", "boolean", (c) => c.notNull())
    .addColumn("is_recently_active", "boolean", (c) => c.notNull())
    .addColumn("message_retention_days", "bigint")
    .addColumn("topics_policy", "text", (c) => c.notNull())
    .addColumn("first_message_id", "bigint")
    .addColumn("folder_id", "bigint");
  for (const setting of CHANNEL_SETTINGS)
    channels = channels.addColumn(setting, "bigint", (c) => c.notNull().references("user_group.id"));
  await channels.addUniqueConstraint("channel_name_unique", ["realm_id", "name_key"]).execute();

  await db.schema
    .createTable("default_channel")
    .addColumn("realm_id", "bigint", (c) => c.notNull().references("realm.id").onDelete("cascade"))
    .addColumn("channel_id", "bigint", (c) => c.notNull().references("channel.id").onDelete("cascade"))
    .addPrimaryKeyConstraint("default_channel_pk", ["realm_id", "channel_id"])
    .execute();

  let subscriptions = db.schema
    .createTable("subscription")
    .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("channel_id", "bigint", (c) => c.notNull().references("channel.id").onDelete("cascade"))
    .addColumn("is_subscribed", "boolean", (c) => c.notNull())
    .addColumn("color", "text", (c) => c.notNull())
    .addColumn("is_muted", "boolean", (c) => c.notNull())
    .addColumn("pin_to_top", "boolean", (c) => c.notNull())
    .addColumn("read_upto", "bigint", (c) => c.notNull());
  for (const setting of NOTIFICATION_SETTINGS) subscriptions = subscriptions.addColumn(setting, "boolean");
  await subscriptions.addPrimaryKeyConstraint("subscription_pk", ["user_id", "channel_id"]).execute();
  await db.schema
    .createIndex("subscription_by_channel")
    .on("subscription")
    .columns(["channel_id", "is_subscribed", "user_id"])
    .execute();

  await db.schema
    .createTable("subscription_period")
    .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("channel_id", "bigint", (c) => c.notNull().references("channel.id").onDelete("cascade"))
    .addColumn("from_message_id", "bigint", (c) => c.notNull())
    .addColumn("to_message_id", "bigint")
    .addPrimaryKeyConstraint("subscription_period_pk", ["user_id", "channel_id", "from_message_id"])
    .execute();
}
