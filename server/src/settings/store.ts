import { Role } from "../access/roles.ts";
import type { RealmId, UserId } from "../api/ids.ts";
import type { Db } from "../db/handles.ts";

export async function humanAdministratorsOf(db: Db, realmId: RealmId): Promise<UserId[]> {
  const rows = await db
    .selectFrom("user")
    .select("id")
    .where("realm_id", "=", realmId)
    .where("role", "<=", Role.administrator)
    .where("is_active", "=", true)
    .where("bot_type", "is", null)
    .orderBy("id")
    .execute();
  return rows.map((row) => row.id);
}
