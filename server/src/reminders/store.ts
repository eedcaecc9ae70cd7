import type { Insertable, Selectable } from "kysely";
import type { RealmId, UserId } from "../api/ids.ts";
import { isAnyOf } from "../db/dialect.ts";
import type { Db, Tx } from "../db/handles.ts";
import type { Schema } from "../db/schema.ts";

export type Reminder = Selectable<Schema["reminder"]>;

/** By their time. */
export function remindersOf(db: Db, userId: UserId): Promise<Reminder[]> {
  return db
    .selectFrom("reminder")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("scheduled_delivery_timestamp")
    .orderBy("id")
    .execute();
}

/** The earliest first, and of one moment what was asked for first. */
export function dueReminders(db: Db, realmId: RealmId, now: number, limit: number): Promise<Reminder[]> {
  return db
    .selectFrom("reminder")
    .selectAll()
    .where("realm_id", "=", realmId)
    .where("failed", "=", false)
    .where("scheduled_delivery_timestamp", "<=", now)
    .orderBy("scheduled_delivery_timestamp")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** The moments at which somebody in the organization is to be reminded. */
export function reminderTimes(db: Db, realmId: RealmId) {
  return db
    .selectFrom("reminder")
    .select(["realm_id", "scheduled_delivery_timestamp"])
    .distinct()
    .where("realm_id", "=", realmId)
    .where("failed", "=", false)
    .execute();
}

/** Organizations in which somebody was to be reminded by that moment. */
export async function realmsBehind(db: Db, moment: number): Promise<RealmId[]> {
  const rows = await db
    .selectFrom("realm")
    .select("id")
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("reminder")
          .select("reminder.id")
          .whereRef("reminder.realm_id", "=", "realm.id")
          .where("failed", "=", false)
          .where("scheduled_delivery_timestamp", "<=", moment),
      ),
    )
    .execute();
  return rows.map((row) => row.id);
}

export function insertReminder(tx: Tx, row: Omit<Insertable<Schema["reminder"]>, "id" | "failed">): Promise<Reminder> {
  return tx
    .insertInto("reminder")
    .values({ ...row, failed: false })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Answers whether the user had it. */
export async function deleteReminder(tx: Tx, userId: UserId, id: number): Promise<boolean> {
  const row = await tx
    .deleteFrom("reminder")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteReminders(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx
    .deleteFrom("reminder")
    .where(isAnyOf(tx, "id", ids))
    .execute();
}

export async function markFailed(tx: Tx, id: number): Promise<void> {
  await tx.updateTable("reminder").set({ failed: true }).where("id", "=", id).execute();
}
