import type { Insertable, Selectable, Updateable } from "kysely";
import type { RealmId } from "../../kernel/api/ids.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";
import type { Schema } from "../../kernel/db/schema.ts";

export type FolderRow = Selectable<Schema["channel_folder"]>;

/** All folders in order, including archived ones. */
export function foldersOf(db: Db, realmId: RealmId): Promise<FolderRow[]> {
  return db
    .selectFrom("channel_folder")
    .selectAll()
    .where("realm_id", "=", realmId)
    .orderBy("place")
    .orderBy("id")
    .execute();
}

export function folderById(db: Db, realmId: RealmId, id: number): Promise<FolderRow | undefined> {
  return db
    .selectFrom("channel_folder")
    .selectAll()
    .where("realm_id", "=", realmId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Initially its position is its id: after everything else. */
export async function insertFolder(
  tx: TurnTx,
  folder: Omit<Insertable<Schema["channel_folder"]>, "place" | "is_archived">,
): Promise<FolderRow> {
  const { id } = await tx
    .insertInto("channel_folder")
    .values({ ...folder, place: 0, is_archived: false })
    .returning("id")
    .executeTakeFirstOrThrow();
  return changeFolder(tx, id, { place: id });
}

export function changeFolder(
  tx: TurnTx,
  id: number,
  changes: Updateable<Schema["channel_folder"]>,
): Promise<FolderRow> {
  return tx.updateTable("channel_folder").set(changes).where("id", "=", id).returningAll().executeTakeFirstOrThrow();
}

/** Archived channels count too. */
export async function hasChannels(db: Db, folderId: number): Promise<boolean> {
  const row = await db.selectFrom("channel").select("id").where("folder_id", "=", folderId).limit(1).executeTakeFirst();
  return row !== undefined;
}
