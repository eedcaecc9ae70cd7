import type { Selectable } from "kysely";
import type { RealmId, UserId } from "../../kernel/api/ids.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import type { Db, TurnTx, Tx } from "../../kernel/db/handles.ts";
import type { Schema } from "../../kernel/db/schema.ts";

export type OwnExport = Selectable<Schema["personal_export"]>;

export function ownExportsOf(db: Db, userId: UserId): Promise<OwnExport[]> {
  return db.selectFrom("personal_export").selectAll().where("user_id", "=", userId).orderBy("id").execute();
}

export function ownExportById(db: Db, realmId: RealmId, id: number): Promise<OwnExport | undefined> {
  return db
    .selectFrom("personal_export")
    .selectAll()
    .where("realm_id", "=", realmId)
    .where("id", "=", id)
    .executeTakeFirst();
}

export async function insertOwnExport(
  tx: TurnTx,
  row: Pick<OwnExport, "realm_id" | "user_id" | "requested_at" | "path">,
): Promise<number> {
  const { id } = await tx
    .insertInto("personal_export")
    .values({ ...row, attempts: 0 })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function changeOwnExport(
  tx: TurnTx,
  id: number,
  changes: Partial<Pick<OwnExport, "attempts" | "failed_at" | "expires_at" | "size">>,
): Promise<void> {
  await tx.updateTable("personal_export").set(changes).where("id", "=", id).execute();
}

/** The exports of everyone who has a direct conversation with one of these people: the names of both are in them. */
export async function ownExportsWith(db: Db, realmId: RealmId, userIds: readonly UserId[]): Promise<OwnExport[]> {
  return db
    .selectFrom("personal_export")
    .selectAll()
    .where("realm_id", "=", realmId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("direct_participant as own")
          .innerJoin("direct_participant as other", "other.recipient_id", "own.recipient_id")
          .select("own.user_id")
          .whereRef("own.user_id", "=", "personal_export.user_id")
          .where(isAnyOf(db, "other.user_id", userIds)),
      ),
    )
    .orderBy("id")
    .execute();
}

export async function deleteOwnExports(tx: TurnTx, ids: readonly number[]): Promise<void> {
  await tx
    .deleteFrom("personal_export")
    .where(isAnyOf(tx, "id", ids))
    .execute();
}

/** Deletes some of those that nobody can download any more. Returns them. */
export function deleteExpired(tx: Tx, now: number, limit: number): Promise<Pick<OwnExport, "path">[]> {
  return tx
    .deleteFrom("personal_export")
    .where("id", "in", (old) =>
      old.selectFrom("personal_export").select("id").where("expires_at", "<=", now).orderBy("expires_at").limit(limit),
    )
    .returning("path")
    .execute();
}
