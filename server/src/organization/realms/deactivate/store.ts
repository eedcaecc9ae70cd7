import { Role } from "../../../kernel/access/roles.ts";
import { raiseVersion } from "../../../kernel/access/store.ts";
import type { MessageId, RealmId } from "../../../kernel/api/ids.ts";
import { isAnyOf } from "../../../kernel/db/dialect.ts";
import type { Db, TurnTx, Tx } from "../../../kernel/db/handles.ts";

export interface RealmState {
  readonly is_active: boolean;
  readonly scheduled_deletion_at: number | null;
}

export function stateOf(db: Db, realmId: RealmId): Promise<RealmState> {
  return db
    .selectFrom("realm")
    .select(["is_active", "scheduled_deletion_at"])
    .where("id", "=", realmId)
    .executeTakeFirstOrThrow();
}

export async function setActive(tx: TurnTx, realmId: RealmId, state: RealmState): Promise<void> {
  await tx.updateTable("realm").set(state).where("id", "=", realmId).execute();
  await raiseVersion(tx, realmId);
}

/** Active human owners. */
export function ownersOf(db: Db, realmId: RealmId) {
  return db
    .selectFrom("user")
    .select(["delivery_email", "full_name", "settings"])
    .where("realm_id", "=", realmId)
    .where("role", "=", Role.owner)
    .where("is_active", "=", true)
    .where("bot_type", "is", null)
    .orderBy("id")
    .execute();
}

/** Deactivated organizations whose scheduled deletion is due. */
export async function realmsToDelete(db: Db, now: number): Promise<RealmId[]> {
  const rows = await db
    .selectFrom("realm")
    .select("id")
    .where("is_active", "=", false)
    .where("scheduled_deletion_at", "<=", now)
    .orderBy("id")
    .execute();
  return rows.map((row) => row.id);
}

/** Whether people or channels of the organization are under a legal hold. */
export async function hasLegalHold(db: Db, realmId: RealmId): Promise<boolean> {
  const hold = await db
    .selectFrom("legal_hold")
    .select("id")
    .where("realm_id", "=", realmId)
    .limit(1)
    .executeTakeFirst();
  return hold !== undefined;
}

/** Deletes the oldest messages, with the rows that refer to them. Returns how many. */
export async function deleteMessages(tx: Tx, realmId: RealmId, limit: number): Promise<number> {
  const rows = await tx
    .selectFrom("message")
    .select("id")
    .where("realm_id", "=", realmId)
    .orderBy("id")
    .limit(limit)
    .execute();
  const ids: MessageId[] = rows.map((row) => row.id);
  await tx
    .deleteFrom("message")
    .where(isAnyOf(tx, "id", ids))
    .execute();
  return ids.length;
}

/** Deletes all of its rows, because all tables refer to the organization or to something in it. */
export async function deleteRealm(tx: Tx, realmId: RealmId): Promise<void> {
  await tx.deleteFrom("realm").where("id", "=", realmId).execute();
}
