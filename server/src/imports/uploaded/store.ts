import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { RealmId } from "../../kernel/api/ids.ts";
import { json } from "../../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";
import type { Schema } from "../../kernel/db/schema.ts";
import type { TallyState } from "../tally.ts";
import { MOST_IMPORTS } from "./contract.ts";

export type ImportRow = Selectable<Schema["realm_import"]>;

const ACTIVE = ["reading", "ready", "running"] as const;

export const isActive = ({ state }: Pick<ImportRow, "state">): boolean => (ACTIVE as readonly string[]).includes(state);

/** Newest first. */
export function importsOf(db: Db, realmId: RealmId): Promise<ImportRow[]> {
  return db
    .selectFrom("realm_import")
    .selectAll()
    .where("realm_id", "=", realmId)
    .orderBy("id", "desc")
    .limit(MOST_IMPORTS)
    .execute();
}

export function importById(db: Db, realmId: RealmId, id: number): Promise<ImportRow | undefined> {
  return db
    .selectFrom("realm_import")
    .selectAll()
    .where("realm_id", "=", realmId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** The one that is read, waits, or runs: an organization has at most one. */
export function activeImport(db: Db, realmId: RealmId): Promise<ImportRow | undefined> {
  return db
    .selectFrom("realm_import")
    .selectAll()
    .where("realm_id", "=", realmId)
    .where("state", "in", ACTIVE)
    .executeTakeFirst();
}

/** Forgets the oldest, so that the list stays short. */
export async function insertImport(tx: TurnTx, row: Insertable<Schema["realm_import"]>): Promise<ImportRow> {
  await sql`
    delete from realm_import where realm_id = ${row.realm_id} and id not in (
      select id from realm_import where realm_id = ${row.realm_id} order by id desc
      limit ${sql.lit(MOST_IMPORTS - 1)})`.execute(tx);
  return tx.insertInto("realm_import").values(row).returningAll().executeTakeFirstOrThrow();
}

export function changeImport(
  tx: TurnTx,
  id: number,
  changes: Omit<Updateable<Schema["realm_import"]>, "plan" | "report"> & {
    readonly plan?: TallyState;
    readonly report?: TallyState;
  },
): Promise<ImportRow> {
  const { plan, report, ...others } = changes;
  return tx
    .updateTable("realm_import")
    .set({
      ...others,
      ...(plan ? { plan: json({ ...plan }) } : {}),
      ...(report ? { report: json({ ...report }) } : {}),
    })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** In whichever organization: those that were not touched since. */
export function abandonedImports(db: Db, since: number): Promise<Pick<ImportRow, "id" | "realm_id">[]> {
  return db
    .selectFrom("realm_import")
    .select(["id", "realm_id"])
    .where("state", "in", ACTIVE)
    .where("touched_at", "<", since)
    .execute();
}

/** The files of all archives that are still needed. */
export async function neededPaths(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom("realm_import").select("path").where("state", "in", ACTIVE).execute();
  return new Set(rows.map(({ path }) => path));
}
