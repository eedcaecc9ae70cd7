/** The ledger of imports: how far each has come, and which id everything has here. */
import { createHash } from "node:crypto";
import type { Selectable } from "kysely";
import type { MessageId, RealmId } from "../kernel/api/ids.ts";
import { isAnyTextOf, json } from "../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../kernel/db/handles.ts";
import type { Schema } from "../kernel/db/schema.ts";
import type { StoredTally } from "./tally.ts";

export type ImportedArchive = Selectable<Schema["imported_archive"]>;
export type ItemKind = Schema["imported_item"]["kind"];

export function archiveWith(db: Db, realmId: RealmId, fingerprint: string): Promise<ImportedArchive | undefined> {
  return db
    .selectFrom("imported_archive")
    .selectAll()
    .where("realm_id", "=", realmId)
    .where("fingerprint", "=", fingerprint)
    .executeTakeFirst();
}

export interface NewArchive {
  readonly realm_id: RealmId;
  readonly origin: string;
  readonly fingerprint: string;
  readonly begun_at: number;
  readonly keeps_ids: boolean;
}

export function insertArchive(tx: TurnTx, archive: NewArchive, tally: StoredTally): Promise<ImportedArchive> {
  return tx
    .insertInto("imported_archive")
    .values({ ...archive, finished_at: null, taken: 0, tally: json({ ...tally }) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export interface ArchiveProgress {
  readonly taken: number;
  readonly tally: StoredTally;
  readonly unmarked?: { readonly from: MessageId; readonly to: MessageId } | undefined;
  readonly keepsIds: boolean;
}

export async function recordProgress(
  tx: TurnTx,
  id: number,
  { taken, tally, unmarked, keepsIds }: ArchiveProgress,
): Promise<void> {
  await tx
    .updateTable("imported_archive")
    .set({
      taken,
      keeps_ids: keepsIds,
      tally: json({ ...tally }),
      unmarked_from: unmarked?.from ?? null,
      unmarked_to: unmarked?.to ?? null,
    })
    .where("id", "=", id)
    .execute();
}

/** What clients have learned of when they registered again. */
export async function noteAnnounced(tx: TurnTx, id: number, { taken, subscribed = 0 }: StoredTally): Promise<void> {
  await tx
    .updateTable("imported_archive")
    .set({ announced: json({ ...taken, subscribed }) })
    .where("id", "=", id)
    .execute();
}

export async function finishArchive(tx: TurnTx, id: number, now: number): Promise<void> {
  await tx.updateTable("imported_archive").set({ finished_at: now }).where("id", "=", id).execute();
}

export interface Origin {
  readonly realm_id: RealmId;
  readonly origin: string;
}

/** Before what replaces the keys of people who were erased (`erased.ts`). */
export const ERASED_PREFIX = "erased:";

/** Ids of other programs are short and plain; one that is not is kept as its hash. */
export const sourceKey = (id: string): string =>
  /^(?!erased:)[ -~]{1,200}$/.test(id) ? id : `sha256:${createHash("sha256").update(id).digest("hex")}`;

/** Everything of this kind that was taken from this origin, by the key of its id there. */
export async function itemsOf(db: Db, { realm_id, origin }: Origin, kind: ItemKind): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("imported_item")
    .select(["source_id", "local_id"])
    .where("realm_id", "=", realm_id)
    .where("origin", "=", origin)
    .where("kind", "=", kind)
    .execute();
  return new Map(rows.map((row) => [row.source_id, row.local_id]));
}

/** Under one of the keys that it may have. */
export async function itemWith(
  db: Db,
  { realm_id, origin }: Origin,
  kind: ItemKind,
  keys: readonly string[],
): Promise<number | undefined> {
  const row = await db
    .selectFrom("imported_item")
    .select("local_id")
    .where("realm_id", "=", realm_id)
    .where("origin", "=", origin)
    .where("kind", "=", kind)
    .where(isAnyTextOf(db, "source_id", keys))
    .executeTakeFirst();
  return row?.local_id;
}

interface ImportedItem {
  readonly kind: ItemKind;
  readonly local_id: number;
}

export const insertItem = (
  tx: TurnTx,
  origin: Origin,
  { source_id, ...item }: ImportedItem & { readonly source_id: string },
): Promise<void> => insertKey(tx, origin, { ...item, key: sourceKey(source_id) });

/** Under a key that is not that of its id: of someone who was erased. */
export async function insertKey(
  tx: TurnTx,
  { realm_id, origin }: Origin,
  { key, ...item }: ImportedItem & { readonly key: string },
): Promise<void> {
  await tx
    .insertInto("imported_item")
    .values({ realm_id, origin, ...item, source_id: key })
    .execute();
}

interface KeyedItem extends ImportedItem {
  readonly key: string;
}

/** How far something has come that takes several transactions. */
export async function moveItem(
  tx: TurnTx,
  { realm_id, origin }: Origin,
  { kind, key, local_id }: KeyedItem,
): Promise<void> {
  await tx
    .updateTable("imported_item")
    .set({ local_id })
    .where("realm_id", "=", realm_id)
    .where("origin", "=", origin)
    .where("kind", "=", kind)
    .where("source_id", "=", key)
    .execute();
}

export async function deleteItem(tx: TurnTx, { realm_id, origin }: Origin, { kind, key }: KeyedItem): Promise<void> {
  await tx
    .deleteFrom("imported_item")
    .where("realm_id", "=", realm_id)
    .where("origin", "=", origin)
    .where("kind", "=", kind)
    .where("source_id", "=", key)
    .execute();
}

/** Their clients register again, and get everything that was imported. */
export async function endQueuesOf(tx: TurnTx, realmId: RealmId): Promise<void> {
  await tx.deleteFrom("event_queue").where("realm_id", "=", realmId).execute();
}
