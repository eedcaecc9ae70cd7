import { sql } from "kysely";
import { raiseMarkupVersion } from "../../kernel/access/store.ts";
import type { RealmId } from "../../kernel/api/ids.ts";
import { numberRows } from "../../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";

export interface StoredLinkifier {
  readonly id: number;
  readonly pattern: string;
  readonly url_template: string;
}

/** In the order they are applied. */
export function linkifiersOf(db: Db, realmId: RealmId): Promise<StoredLinkifier[]> {
  return db
    .selectFrom("linkifier")
    .select(["id", "pattern", "url_template"])
    .where("realm_id", "=", realmId)
    .orderBy("place")
    .orderBy("id")
    .execute();
}

/** A new linkifier's place is its id, so it comes last. */
export async function insertLinkifier(
  tx: TurnTx,
  realmId: RealmId,
  linkifier: Omit<StoredLinkifier, "id">,
): Promise<number> {
  const { id } = await tx
    .insertInto("linkifier")
    .values({ ...linkifier, realm_id: realmId, place: 0 })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx.updateTable("linkifier").set({ place: id }).where("id", "=", id).execute();
  await raiseMarkupVersion(tx, realmId);
  return id;
}

export async function changeLinkifier(
  tx: TurnTx,
  realmId: RealmId,
  { id, pattern, url_template }: StoredLinkifier,
): Promise<void> {
  await tx.updateTable("linkifier").set({ pattern, url_template }).where("id", "=", id).execute();
  await raiseMarkupVersion(tx, realmId);
}

export async function deleteLinkifier(tx: TurnTx, realmId: RealmId, id: number): Promise<void> {
  await tx.deleteFrom("linkifier").where("id", "=", id).execute();
  await raiseMarkupVersion(tx, realmId);
}

export async function placeLinkifiers(tx: TurnTx, realmId: RealmId, order: readonly number[]): Promise<void> {
  const given = numberRows(
    tx,
    ["id", "place"],
    order.map((id, place) => [id, place]),
  );
  await sql`update linkifier set place = given.place from ${given} as given where linkifier.id = given.id`.execute(tx);
  await raiseMarkupVersion(tx, realmId);
}
