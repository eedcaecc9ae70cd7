/**
 * The ledger when somebody is erased (decision 138): ids of other programs may contain their username, or names of their files. A
 * keyed hash replaces them, by which an archive that comes later, or goes on, still finds the account, and does not bring the person
 * back.
 */
import { sql } from "kysely";
import type { RealmId, UserId } from "../kernel/api/ids.ts";
import { isAnyOf } from "../kernel/db/dialect.ts";
import type { TurnTx } from "../kernel/db/handles.ts";
import type { Secrets } from "../kernel/secrets.ts";
import { ERASED_PREFIX, type ItemKind } from "./store.ts";

export interface KeyedLedger {
  readonly secrets: Secrets;
  readonly realm_id: RealmId;
}

/** Numbers say nothing about anyone. */
const isNumber = (key: string): boolean => /^\d+$/.test(key);

/** What replaces a key (`sourceKey`) in the ledger. */
export const erasedKey = ({ secrets, realm_id }: KeyedLedger, key: string): string =>
  isNumber(key) ? key : `${ERASED_PREFIX}${secrets.keyedHash(`imported_item ${realm_id}`, key)}`;

/** Files of people who are erased, and files that are gone: whose these were is not known any more. */
export async function forgetIdsOfFiles(
  tx: TurnTx,
  ledger: KeyedLedger,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<number | undefined> {
  const { rows } = await sql<ItemRow & { is_kept: number }>`
    select item.origin, item.source_id, item.local_id, count(owner.id) as is_kept
    from imported_item as item
      left join attachment on attachment.id = item.local_id
      left join "user" as owner on owner.id = attachment.owner_id and owner.erased_at is null
    where item.realm_id = ${ledger.realm_id} and item.kind = 'file' and item.local_id > ${after}
    group by item.origin, item.source_id, item.local_id
    order by item.local_id limit ${limit}`.execute(tx);
  await replaceKeys(
    tx,
    ledger,
    "file",
    rows.filter(({ is_kept }) => Number(is_kept) === 0),
  );
  const [first, last] = [rows.at(0)?.local_id, rows.at(-1)?.local_id];
  if (rows.length < limit || first === undefined || last === undefined) return undefined;
  // Archives of several origins may have given the last one.
  return first === last ? last : last - 1;
}

/**
 * Of all accounts that are erased: these, and those from before ids were hashed. Which pictures were copied for them matters no longer,
 * nor which could not be had for anyone.
 */
export async function forgetIdsOfPeople(tx: TurnTx, ledger: KeyedLedger, users: readonly UserId[]): Promise<void> {
  const { realm_id } = ledger;
  const rows = await tx
    .selectFrom("imported_item")
    .select(["origin", "source_id", "local_id"])
    .where("realm_id", "=", realm_id)
    .where("kind", "=", "person")
    .where("local_id", "in", (erased) =>
      erased.selectFrom("user").select("id").where("realm_id", "=", realm_id).where("erased_at", "is not", null),
    )
    .execute();
  await replaceKeys(tx, ledger, "person", rows);
  await tx
    .deleteFrom("imported_item")
    .where("realm_id", "=", realm_id)
    .where("kind", "in", ["picture", "personal"])
    .where(isAnyOf(tx, "local_id", [0, ...users]))
    .execute();
}

interface ItemRow {
  readonly origin: string;
  readonly source_id: string;
  readonly local_id: number;
}

async function replaceKeys(tx: TurnTx, ledger: KeyedLedger, kind: ItemKind, rows: readonly ItemRow[]): Promise<void> {
  for (const { origin, source_id } of rows) {
    if (source_id.startsWith(ERASED_PREFIX) || isNumber(source_id)) continue;
    await tx
      .updateTable("imported_item")
      .set({ source_id: erasedKey(ledger, source_id) })
      .where("realm_id", "=", ledger.realm_id)
      .where("origin", "=", origin)
      .where("kind", "=", kind)
      .where("source_id", "=", source_id)
      .execute();
  }
}
