/** Users with the fields that determine what they can see. */
import type { UserId } from "../../kernel/api/ids.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import type { Db } from "../../kernel/db/handles.ts";

export interface Viewer {
  readonly id: UserId;
  readonly role: number;
}

/** Active users, without built-in bots, which have no client. */
export function viewersOf(db: Db, realmId: number, ids?: readonly UserId[]): Promise<Viewer[]> {
  const users = db
    .selectFrom("user")
    .select(["id", "role"])
    .where("realm_id", "=", realmId)
    .where("is_active", "=", true)
    .where("system_bot", "is", null);
  return (ids ? users.where(isAnyOf(db, "id", ids)) : users).orderBy("id").execute();
}
