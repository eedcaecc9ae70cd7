/** The bots that speak for the server, one of each kind in every organization; and what is attached to messages later. */
import { type Kysely, sql } from "kysely";
import { withId } from "./columns.ts";

const BOTS = [
  { kind: "notification", email: "notification-bot@zulip.com", name: "Notification Bot" },
  { kind: "welcome", email: "welcome-bot@zulip.com", name: "Welcome Bot" },
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("user").addColumn("system_bot", "text").execute();
  await db.schema.createIndex("user_system_bot").unique().on("user").columns(["realm_id", "system_bot"]).execute();
  // No key has this hash: nobody can act as a built-in bot.
  for (const { kind, email, name } of BOTS)
    await sql`
      insert into "user" (realm_id, delivery_email, delivery_email_key, full_name, full_name_key, role, is_active, bot_type, date_joined,
        avatar_source, avatar_version, settings, api_key_hash, api_key_encrypted, can_create_users,
        can_change_user_emails, system_bot)
      select realm.id, ${sql.lit(email)}, ${sql.lit(email)}, ${sql.lit(name)},
        ${sql.lit(name.toLowerCase())}, 400, true, 1, realm.date_created,
        'G', 1, '{}', 'none:' || ${sql.lit(kind)} || ':' || realm.id, '', false, false, ${sql.lit(kind)}
      from realm`.execute(db);

  await db.schema
    .createTable("submessage")
    .$call(withId(db))
    .addColumn("message_id", "bigint", (c) => c.notNull().references("message.id").onDelete("cascade"))
    .addColumn("sender_id", "bigint", (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("msg_type", "text", (c) => c.notNull())
    .addColumn("content", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("submessage_by_message").on("submessage").columns(["message_id", "id"]).execute();
}
