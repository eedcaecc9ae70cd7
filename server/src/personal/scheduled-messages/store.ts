import { type Insertable, type Selectable, type SqlBool, sql, type Updateable } from "kysely";
import type { UserId } from "../../kernel/api/ids.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import type { Db, TurnTx, Tx } from "../../kernel/db/handles.ts";
import type { Schema } from "../../kernel/db/schema.ts";
import { waitingRows } from "../../kernel/jobs/waiting-rows.ts";

export type ScheduledMessage = Selectable<Schema["scheduled_message"]>;
export type NewScheduledMessage = Omit<Insertable<Schema["scheduled_message"]>, "id" | "failure" | "sent_at">;

export const waitingMessages = waitingRows(
  "scheduled_message",
  sql<SqlBool>`scheduled_message.sent_at is null and scheduled_message.failure is null`,
);

/** Including messages that could not be sent; earliest first. */
export function waitingMessagesOf(db: Db, senderId: UserId): Promise<ScheduledMessage[]> {
  return db
    .selectFrom("scheduled_message")
    .selectAll()
    .where("sender_id", "=", senderId)
    .where("sent_at", "is", null)
    .orderBy("scheduled_delivery_timestamp")
    .orderBy("id")
    .execute();
}

/** One of the user's messages, even if it was sent. */
export function scheduledMessageOf(db: Db, senderId: UserId, id: number): Promise<ScheduledMessage | undefined> {
  return db
    .selectFrom("scheduled_message")
    .selectAll()
    .where("id", "=", id)
    .where("sender_id", "=", senderId)
    .executeTakeFirst();
}

export function insertScheduledMessage(tx: TurnTx, row: NewScheduledMessage): Promise<ScheduledMessage> {
  return tx
    .insertInto("scheduled_message")
    .values({ ...row, failure: null, sent_at: null })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function changeScheduledMessage(
  tx: TurnTx,
  id: number,
  changes: Updateable<Schema["scheduled_message"]>,
): Promise<ScheduledMessage> {
  return tx.updateTable("scheduled_message").set(changes).where("id", "=", id).returningAll().executeTakeFirstOrThrow();
}

/** Keeps the row for a while, but not the text, which is now in the message. */
export async function markSent(tx: TurnTx, ids: readonly number[], sent_at: number): Promise<void> {
  await tx
    .updateTable("scheduled_message")
    .set({ sent_at, content: "", rendered_content: "", topic: "" })
    .where(isAnyOf(tx, "id", ids))
    .execute();
}

export async function deleteScheduledMessage(tx: TurnTx, id: number): Promise<void> {
  await tx.deleteFrom("scheduled_message").where("id", "=", id).execute();
}

export async function deleteSentBefore(tx: Tx, moment: number): Promise<void> {
  await tx.deleteFrom("scheduled_message").where("sent_at", "<", moment).execute();
}
