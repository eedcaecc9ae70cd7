import { type Insertable, type Selectable, type SqlBool, sql } from "kysely";
import type { UserId } from "../../kernel/api/ids.ts";
import { compiled } from "../../kernel/db/compiled.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";
import type { Schema } from "../../kernel/db/schema.ts";
import { waitingRows } from "../../kernel/jobs/waiting-rows.ts";

export type Reminder = Selectable<Schema["reminder"]>;

export const waitingReminders = waitingRows("reminder", sql<SqlBool>`not reminder.failed`);

/** Earliest first. */
export const remindersOf = (db: Db, userId: UserId): Promise<Reminder[]> => ownReminders(db, { userId });

const ownReminders = compiled((db, { userId }: { userId: UserId }) =>
  db
    .selectFrom("reminder")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("scheduled_delivery_timestamp")
    .orderBy("id"),
);

export function insertReminder(
  tx: TurnTx,
  row: Omit<Insertable<Schema["reminder"]>, "id" | "failed">,
): Promise<Reminder> {
  return tx
    .insertInto("reminder")
    .values({ ...row, failed: false })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns false if the user has no such reminder. */
export async function deleteReminder(tx: TurnTx, userId: UserId, id: number): Promise<boolean> {
  const row = await tx
    .deleteFrom("reminder")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteReminders(tx: TurnTx, ids: readonly number[]): Promise<void> {
  await tx
    .deleteFrom("reminder")
    .where(isAnyOf(tx, "id", ids))
    .execute();
}

export async function markFailed(tx: TurnTx, id: number): Promise<void> {
  await tx.updateTable("reminder").set({ failed: true }).where("id", "=", id).execute();
}
