/** The domains whose addresses an organization takes, invitations with the keys of their links, and how many are sent a day. */
import type { Kysely } from "kysely";
import { jsonText, withId } from "./columns.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("realm_domain")
    .$call(withId(db))
    .addColumn("realm_id", "bigint", (c) => c.notNull().references("realm.id").onDelete("cascade"))
    .addColumn("domain", "text", (c) => c.notNull())
    .addColumn("allow_subdomains", "boolean", (c) => c.notNull())
    .addUniqueConstraint("realm_domain_unique", ["realm_id", "domain"])
    .execute();

  await db.schema
    .createTable("invitation")
    .$call(withId(db))
    .addColumn("realm_id", "bigint", (c) => c.notNull().references("realm.id").onDelete("cascade"))
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("inviter_id", "bigint", (c) => c.references("user.id").onDelete("cascade"))
    .addColumn("email", "text")
    .addColumn("email_key", "text")
    .addColumn("key_hash", "text", (c) => c.notNull().unique())
    .addColumn("key_encrypted", "text", (c) => c.notNull())
    .addColumn("invited_at", "bigint", (c) => c.notNull())
    .addColumn("expires_at", "bigint")
    .addColumn("used_at", "bigint")
    .addColumn("revoked_at", "bigint")
    .addColumn("invited_as", "integer", (c) => c.notNull())
    .addColumn("stream_ids", jsonText, (c) => c.notNull())
    .addColumn("group_ids", jsonText, (c) => c.notNull())
    .addColumn("include_realm_default_subscriptions", "boolean", (c) => c.notNull())
    .addColumn("notify_referrer_on_join", "boolean", (c) => c.notNull())
    .addColumn("welcome_message_custom_text", "text")
    .execute();
  await db.schema.createIndex("invitation_by_inviter").on("invitation").columns(["inviter_id"]).execute();
  await db.schema.createIndex("invitation_by_address").on("invitation").columns(["realm_id", "email_key"]).execute();

  await db.schema
    .createTable("invitation_count")
    .addColumn("realm_id", "bigint", (c) => c.notNull().references("realm.id").onDelete("cascade"))
    .addColumn("day", "bigint", (c) => c.notNull())
    .addColumn("addresses", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("invitation_count_pk", ["realm_id", "day"])
    .execute();
}
