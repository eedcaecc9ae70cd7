/**
 * The built-in bots, which send the server's own messages. Every organization has one of each kind. Everyone can see
 * them and write to them. They have no groups, API key or password, and nobody can change them.
 */
import type { Selectable } from "kysely";
import { BotType, Role } from "../../kernel/access/roles.ts";
import type { RealmId } from "../../kernel/api/ids.ts";
import type { User } from "../../kernel/context.ts";
import { json } from "../../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";
import type { Schema } from "../../kernel/db/schema.ts";
import { nameKey } from "../../kernel/names/visible.ts";
import { toUser } from "../../organization/realm.ts";

export type SystemBot = NonNullable<Selectable<Schema["user"]>["system_bot"]>;

/** Clients know the bots by these addresses. */
export const SYSTEM_BOTS: Readonly<Record<SystemBot, { email: string; full_name: string }>> = {
  notification: { email: "notification-bot@zulip.com", full_name: "Notification Bot" },
  welcome: { email: "welcome-bot@zulip.com", full_name: "Welcome Bot" },
};

export async function insertSystemBots(tx: TurnTx, realmId: RealmId, now: number): Promise<void> {
  const bots = Object.entries(SYSTEM_BOTS).map(([kind, { email, full_name }]) => ({
    realm_id: realmId,
    system_bot: kind as SystemBot,
    delivery_email: email,
    delivery_email_key: email,
    full_name,
    full_name_key: nameKey(full_name),
    role: Role.member,
    is_active: true,
    bot_type: BotType.generic,
    date_joined: now,
    avatar_source: "G" as const,
    avatar_version: 1,
    settings: json({}),
    // No key has this hash.
    api_key_hash: `none:${kind}:${realmId}`,
    api_key_encrypted: "",
    can_create_users: false,
    can_change_user_emails: false,
  }));
  await tx.insertInto("user").values(bots).execute();
}

/** Ordered by name. */
export function systemBotsOf(db: Db, realmId: RealmId) {
  return db
    .selectFrom("user")
    .selectAll()
    .where("realm_id", "=", realmId)
    .where("system_bot", "is not", null)
    .orderBy("full_name")
    .execute();
}

/** A built-in bot as the sender of messages. */
export async function systemBot(db: Db, realmId: RealmId, kind: SystemBot): Promise<User> {
  const row = await db
    .selectFrom("user")
    .selectAll()
    .where("realm_id", "=", realmId)
    .where("system_bot", "=", kind)
    .executeTakeFirstOrThrow();
  return toUser(row, new Set());
}
