/** Queries for rows with a due time (take-due.ts), shared by all of their tables. */
import type { Expression, Selectable, SqlBool } from "kysely";
import type { RealmId } from "../api/ids.ts";
import type { Db } from "../db/handles.ts";
import type { Schema } from "../db/schema.ts";

type WaitingTable = "reminder" | "scheduled_message";

/** `isWaiting` is a condition on the table: the row is neither done nor given up. */
export function waitingRows<Table extends WaitingTable>(table: Table, isWaiting: Expression<SqlBool>) {
  // Only columns that all of these tables have are used, so any of them can stand for the others.
  const name = table as "reminder";
  return {
    /** The earliest first; equal times in order of creation. */
    async due(db: Db, realmId: RealmId, now: number, limit: number): Promise<Selectable<Schema[Table]>[]> {
      const rows = await db
        .selectFrom(name)
        .selectAll()
        .where("realm_id", "=", realmId)
        .where(isWaiting)
        .where("scheduled_delivery_timestamp", "<=", now)
        .orderBy("scheduled_delivery_timestamp")
        .orderBy("id")
        .limit(limit)
        .execute();
      return rows as unknown as Selectable<Schema[Table]>[];
    },

    /** The due times of the organization's rows. */
    times(db: Db, realmId: RealmId) {
      return db
        .selectFrom(name)
        .select(["realm_id", "scheduled_delivery_timestamp"])
        .distinct()
        .where("realm_id", "=", realmId)
        .where(isWaiting)
        .execute();
    },

    /** Organizations with a row that was due by then. */
    async realmsBehind(db: Db, moment: number): Promise<RealmId[]> {
      const rows = await db
        .selectFrom("realm")
        .select("realm.id")
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom(name)
              .select(`${name}.id`)
              .whereRef(`${name}.realm_id`, "=", "realm.id")
              .where(isWaiting)
              .where("scheduled_delivery_timestamp", "<=", moment),
          ),
        )
        .execute();
      return rows.map((row) => row.id);
    },
  };
}
