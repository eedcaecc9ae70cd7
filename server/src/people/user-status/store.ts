import type { Selectable } from "kysely";
import type { RealmId, UserId } from "../../kernel/api/ids.ts";
import { isAnyOf, isJsonFalse } from "../../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";
import type { Schema } from "../../kernel/db/schema.ts";

export type Status = Omit<Selectable<Schema["user_status"]>, "user_id">;

const PARTS = ["status_text", "emoji_name", "emoji_code", "reaction_type"] as const;

export const NO_STATUS: Status = { status_text: "", emoji_name: "", emoji_code: "", reaction_type: "unicode_emoji" };

export async function statusOf(db: Db, userId: UserId): Promise<Status> {
  const row = await db.selectFrom("user_status").select(PARTS).where("user_id", "=", userId).executeTakeFirst();
  return row ?? NO_STATUS;
}

/** The statuses of those of these users who have one. */
export function statusesOf(db: Db, userIds: readonly UserId[]) {
  return db
    .selectFrom("user_status")
    .select(["user_id", ...PARTS])
    .where(isAnyOf(db, "user_id", userIds))
    .execute();
}

/** All statuses in the organization. */
export function statusesIn(db: Db, realmId: RealmId) {
  return db
    .selectFrom("user_status")
    .innerJoin("user", "user.id", "user_status.user_id")
    .select(["user_id", ...PARTS])
    .where("realm_id", "=", realmId)
    .execute();
}

/** The users who hide their presence. */
export async function awayIn(db: Db, realmId: RealmId): Promise<UserId[]> {
  const rows = await db
    .selectFrom("user")
    .select("id")
    .where("realm_id", "=", realmId)
    .where(isJsonFalse(db, "settings", "presence_enabled"))
    .execute();
  return rows.map(({ id }) => id);
}

/** An empty status is deleted. */
export async function storeStatus(tx: TurnTx, user_id: UserId, status: Status): Promise<void> {
  if (status.status_text === "" && status.emoji_name === "")
    await tx.deleteFrom("user_status").where("user_id", "=", user_id).execute();
  else
    await tx
      .insertInto("user_status")
      .values({ user_id, ...status })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(status))
      .execute();
}
