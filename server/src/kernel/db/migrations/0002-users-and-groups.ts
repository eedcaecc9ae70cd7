/** Accounts, and the groups that hold every permission: roles, named groups and the anonymous sets of single settings. */
import type { Kysely } from "kysely";
import { jsonText, withId } from "./columns.ts";

const GROUP_SETTINGS = [
  "can_add_members_group",
  "can_join_group",
  "can_leave_group",
  "can_manage_group",
  "can_mention_group",
  "can_remove_members_group",
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("user")
    .$call(withId(db))
    .addColumn("realm_id", "bigint", (c) => c.notNull().references("realm.id").onDelete("cascade"))
    .addColumn("delivery_email", "text", (c) => c.notNull())
    .addColumn("delivery_email_key", "text", (c) => c.notNull())
    .addColumn("full_name", "text", (c) => c.notNull())
    .addColumn("role", "bigint", (c) => c.notNull())
    .addColumn("is_active", "boolean", (c) => c.notNull())
    .addColumn("bot_type", "bigint")
    .addColumn("bot_owner_id", "bigint", (c) => c.references("user.id"))
    .addColumn("date_joined", "bigint", (c) => c.notNull())
    .addColumn("avatar_source", "text", (c) => c.notNull())
    .addColumn("avatar_version", "bigint", (c) => c.notNull())
    .addColumn("settings", jsonText, (c) => c.notNull())
    .addColumn("password_hash", "text")
    .addColumn("api_key_hash", "text", (c) => c.notNull().unique())
    .addColumn("api_key_encrypted", "text", (c) => c.notNull())
    .addColumn("can_create_users", "boolean", (c) => c.notNull())
    .addColumn("can_change_user_emails", "boolean", (c) => c.notNull())
    .addUniqueConstraint("user_email_unique", ["realm_id", "delivery_email_key"])
    .execute();

  let groups = db.schema
    .createTable("user_group")
    .$call(withId(db))
    .addColumn("realm_id", "bigint", (c) => c.notNull().references("realm.id").onDelete("cascade"))
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("name", "text")
    .addColumn("description", "text", (c) => c.notNull())
    .addColumn("creator_id", "bigint", (c) => c.references("user.id"))
    .addColumn("date_created", "bigint")
    .addColumn("deactivated", "boolean", (c) => c.notNull());
  for (const setting of GROUP_SETTINGS)
    groups = groups.addColumn(setting, "bigint", (c) => c.references("user_group.id"));
  await groups.addUniqueConstraint("user_group_name_unique", ["realm_id", "name"]).execute();

  await db.schema
    .createTable("user_group_member")
    .addColumn("group_id", "bigint", (c) => c.notNull().references("user_group.id").onDelete("cascade"))
    .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addPrimaryKeyConstraint("user_group_member_pk", ["group_id", "user_id"])
    .execute();
  await db.schema
    .createIndex("user_group_member_by_user")
    .on("user_group_member")
    .columns(["user_id", "group_id"])
    .execute();

  await db.schema
    .createTable("user_group_subgroup")
    .addColumn("group_id", "bigint", (c) => c.notNull().references("user_group.id").onDelete("cascade"))
    .addColumn("subgroup_id", "bigint", (c) => c.notNull().references("user_group.id").onDelete("cascade"))
    .addPrimaryKeyConstraint("user_group_subgroup_pk", ["group_id", "subgroup_id"])
    .execute();
  await db.schema
    .createIndex("user_group_subgroup_by_subgroup")
    .on("user_group_subgroup")
    .columns(["subgroup_id", "group_id"])
    .execute();
}
