/** Accounts with their permissions, for jobs that act on a user's behalf. */
import type { UserId } from "../../kernel/api/ids.ts";
import type { OpenContext, User } from "../../kernel/context.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";

export interface AccountWithRights {
  readonly user: User;
  readonly isActive: boolean;
}

export async function accountsWithRights(
  { app, db, realm }: OpenContext,
  ids: readonly UserId[],
): Promise<ReadonlyMap<UserId, AccountWithRights>> {
  const found = new Map<UserId, AccountWithRights>();
  if (ids.length === 0) return found;
  const rows = await db
    .selectFrom("user")
    .selectAll()
    .where("realm_id", "=", realm.id)
    .where(isAnyOf(db, "id", [...new Set(ids)]))
    .execute();
  for (const row of rows)
    found.set(row.id, { user: await app.identities.userWithin(db, row, realm.version), isActive: row.is_active });
  return found;
}
