import { Role } from "../../../kernel/access/roles.ts";
import type { RealmId, UserId } from "../../../kernel/api/ids.ts";
import type { Db, TurnTx } from "../../../kernel/db/handles.ts";
import { changeUser } from "../store.ts";

export async function isStillActive(db: Db, userId: UserId): Promise<boolean> {
  const row = await db.selectFrom("user").select("is_active").where("id", "=", userId).executeTakeFirstOrThrow();
  return row.is_active;
}

/** Whether another person can still run the organization. */
export async function hasOtherActiveOwner(db: Db, realmId: RealmId, userId: UserId): Promise<boolean> {
  const other = await db
    .selectFrom("user")
    .select("id")
    .where("realm_id", "=", realmId)
    .where("role", "=", Role.owner)
    .where("is_active", "=", true)
    .where("bot_type", "is", null)
    .where("id", "!=", userId)
    .executeTakeFirst();
  return other !== undefined;
}

/** Counts people and bots, but not built-in bots. */
export async function hasOtherActiveUser(db: Db, realmId: RealmId, userId: UserId): Promise<boolean> {
  const other = await db
    .selectFrom("user")
    .select("id")
    .where("realm_id", "=", realmId)
    .where("is_active", "=", true)
    .where("system_bot", "is", null)
    .where("id", "!=", userId)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

export function activeBotsOf(db: Db, ownerId: UserId) {
  return db
    .selectFrom("user")
    .select(["id", "bot_type", "bot_owner_id"])
    .where("bot_owner_id", "=", ownerId)
    .where("is_active", "=", true)
    .orderBy("id")
    .execute();
}

export async function markDeactivated(tx: TurnTx, userId: UserId): Promise<void> {
  await changeUser(tx, userId, { is_active: false });
}
