import { raiseVersion } from "../../kernel/access/store.ts";
import type { RealmId } from "../../kernel/api/ids.ts";
import { json } from "../../kernel/db/dialect.ts";
import type { Db, TurnTx, Tx } from "../../kernel/db/handles.ts";
import { SERVED_BY } from "../../kernel/version.ts";

export async function storedSettings(db: Db, realmId: RealmId): Promise<Record<string, unknown>> {
  const row = await db.selectFrom("realm").select("settings").where("id", "=", realmId).executeTakeFirstOrThrow();
  return row.settings;
}

/** Changes the given settings only. */
export async function storeSettings(tx: TurnTx, realmId: RealmId, changed: Record<string, unknown>): Promise<void> {
  const settings = { ...(await storedSettings(tx, realmId)), ...changed };
  await tx
    .updateTable("realm")
    .set({ settings: json(settings) })
    .where("id", "=", realmId)
    .execute();
  await raiseVersion(tx, realmId);
}

export async function insertRealm(
  tx: Tx,
  realm: { string_id: string; is_default: boolean; date_created: number; settings: Record<string, unknown> },
): Promise<RealmId> {
  const { id } = await tx
    .insertInto("realm")
    .values({ ...realm, settings: json(realm.settings), is_active: true, version: 1 })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("realm_position")
    .values({ realm_id: id, position: 0, pruned_upto: 0, served_by: SERVED_BY })
    .execute();
  await tx.insertInto("notification_progress").values({ realm_id: id, upto_message_id: 0, digest_day: null }).execute();
  return id;
}

export async function activeRealmIds(db: Db): Promise<RealmId[]> {
  const rows = await db.selectFrom("realm").select("id").where("is_active", "=", true).orderBy("id").execute();
  return rows.map((row) => row.id);
}

/** False if the default organization was deleted; the next new one takes its place. */
export async function hasDefaultRealm(db: Db): Promise<boolean> {
  const found = db.selectFrom("realm").select("id").where("is_default", "=", true);
  return (await found.executeTakeFirst()) !== undefined;
}

/** The organizations that another version of the server served last. */
export async function realmsServedByOthers(db: Db): Promise<RealmId[]> {
  const rows = await db
    .selectFrom("realm_position")
    .select("realm_id")
    .where((eb) => eb.or([eb("served_by", "is", null), eb("served_by", "!=", SERVED_BY)]))
    .execute();
  return rows.map((row) => row.realm_id);
}

/** Records that this version serves the organization. Returns whether another version did before. */
export async function recordVersion(tx: TurnTx, realmId: RealmId): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("realm_position")
    .set({ served_by: SERVED_BY })
    .where("realm_id", "=", realmId)
    .where((eb) => eb.or([eb("served_by", "is", null), eb("served_by", "!=", SERVED_BY)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
