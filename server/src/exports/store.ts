import type { Insertable, Selectable } from "kysely";
import { Role } from "../kernel/access/roles.ts";
import type { RealmId, UserId } from "../kernel/api/ids.ts";
import type { Db, TurnTx } from "../kernel/db/handles.ts";
import type { Schema } from "../kernel/db/schema.ts";

export type ExportRow = Selectable<Schema["realm_export"]>;

export function exportsOf(db: Db, realmId: RealmId): Promise<ExportRow[]> {
  return db.selectFrom("realm_export").selectAll().where("realm_id", "=", realmId).orderBy("id").execute();
}

export function exportById(db: Db, realmId: RealmId, id: number): Promise<ExportRow | undefined> {
  return db
    .selectFrom("realm_export")
    .selectAll()
    .where("realm_id", "=", realmId)
    .where("id", "=", id)
    .executeTakeFirst();
}

export function exportAt(db: Db, realmId: RealmId, path: string): Promise<ExportRow | undefined> {
  return db
    .selectFrom("realm_export")
    .selectAll()
    .where("realm_id", "=", realmId)
    .where("path", "=", path)
    .executeTakeFirst();
}

export async function insertExport(tx: TurnTx, row: Insertable<Schema["realm_export"]>): Promise<number> {
  const { id } = await tx.insertInto("realm_export").values(row).returning("id").executeTakeFirstOrThrow();
  return id;
}

export async function changeExport(
  tx: TurnTx,
  id: number,
  changes: Partial<Pick<ExportRow, "attempts" | "failed_at" | "deleted_at" | "size">>,
): Promise<void> {
  await tx.updateTable("realm_export").set(changes).where("id", "=", id).execute();
}

export async function messageCount(db: Db, realmId: RealmId): Promise<number> {
  const { count } = await db
    .selectFrom("message")
    .select((eb) => eb.fn.countAll<number | string>().as("count"))
    .where("realm_id", "=", realmId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Active people with their settings, by id. */
export function activePeople(db: Db, realmId: RealmId) {
  return db
    .selectFrom("user")
    .select(["id", "role", "settings", "bot_type", "delivery_email"])
    .where("realm_id", "=", realmId)
    .where("is_active", "=", true)
    .where("bot_type", "is", null)
    .orderBy("id")
    .execute();
}

export function activeOwners(db: Db, realmId: RealmId) {
  return db
    .selectFrom("user")
    .select(["id", "role", "settings", "bot_type", "delivery_email"])
    .where("realm_id", "=", realmId)
    .where("is_active", "=", true)
    .where("bot_type", "is", null)
    .where("role", "=", Role.owner)
    .execute();
}

/** Whether the user allows their private data to be exported. */
export const consents = (user: { settings: Record<string, unknown> }): boolean =>
  user.settings.allow_private_data_export === true;

/** Everyone who has consented, including deactivated users, and their bots. */
export async function consentingAccounts(db: Db, realmId: RealmId): Promise<UserId[]> {
  const users = await db
    .selectFrom("user")
    .select(["id", "settings", "bot_owner_id", "bot_type"])
    .where("realm_id", "=", realmId)
    .orderBy("id")
    .execute();
  const people = new Set(users.filter((user) => user.bot_type === null && consents(user)).map((user) => user.id));
  return users
    .filter((user) => people.has(user.id) || (user.bot_owner_id !== null && people.has(user.bot_owner_id)))
    .map((user) => user.id);
}
