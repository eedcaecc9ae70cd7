import type { Insertable, Selectable, Updateable } from "kysely";
import type { RealmId, UserId } from "../api/ids.ts";
import { isAnyOf } from "../db/dialect.ts";
import type { Db, Tx } from "../db/handles.ts";
import type { Schema } from "../db/schema.ts";

export type ScheduledMessage = Selectable<Schema["scheduled_message"]>;
export type NewScheduledMessage = Omit<Insertable<Schema["scheduled_message"]>, "id" | "failure" | "sent_at">;

/** Those that could not be sent included; by their time. */
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

/** One of the user's, sent or not. */
export function scheduledMessageOf(db: Db, senderId: UserId, id: number): Promise<ScheduledMessage | undefined> {
  return db
    .selectFrom("scheduled_message")
    .selectAll()
    .where("id", "=", id)
    .where("sender_id", "=", senderId)
    .executeTakeFirst();
}

/** What is to be sent now: the earliest first, and of one moment what was scheduled first. */
export function dueMessages(db: Db, realmId: RealmId, now: number, limit: number): Promise<ScheduledMessage[]> {
  return db
    .selectFrom("scheduled_message")
    .selectAll()
    .where("realm_id", "=", realmId)
    .where("sent_at", "is", null)
    .where("failure", "is", null)
    .where("scheduled_delivery_timestamp", "<=", now)
    .orderBy("scheduled_delivery_timestamp")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** The moments at which something of the organization is to be sent. */
export function deliveryTimes(db: Db, realmId: RealmId) {
  return db
    .selectFrom("scheduled_message")
    .select(["realm_id", "scheduled_delivery_timestamp"])
    .distinct()
    .where("realm_id", "=", realmId)
    .where("sent_at", "is", null)
    .where("failure", "is", null)
    .execute();
}

/** Organizations in which something was to be sent by that moment. */
export async function realmsBehind(db: Db, moment: number): Promise<RealmId[]> {
  const rows = await db
    .selectFrom("realm")
    .select("id")
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("scheduled_message")
          .select("scheduled_message.id")
          .whereRef("scheduled_message.realm_id", "=", "realm.id")
          .where("sent_at", "is", null)
          .where("failure", "is", null)
          .where("scheduled_delivery_timestamp", "<=", moment),
      ),
    )
    .execute();
  return rows.map((row) => row.id);
}

export function insertScheduledMessage(tx: Tx, row: NewScheduledMessage): Promise<ScheduledMessage> {
  return tx
    .insertInto("scheduled_message")
    .values({ ...row, failure: null, sent_at: null })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function changeScheduledMessage(
  tx: Tx,
  id: number,
  changes: Updateable<Schema["scheduled_message"]>,
): Promise<ScheduledMessage> {
  return tx.updateTable("scheduled_message").set(changes).where("id", "=", id).returningAll().executeTakeFirstOrThrow();
}

/** Only that it was sent is remembered, and that not for ever: what it says is the message's alone now. */
export async function markSent(tx: Tx, ids: readonly number[], sent_at: number): Promise<void> {
  await tx
    .updateTable("scheduled_message")
    .set({ sent_at, content: "", rendered_content: "", topic: "" })
    .where(isAnyOf(tx, "id", ids))
    .execute();
}

export async function deleteScheduledMessage(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom("scheduled_message").where("id", "=", id).execute();
}

export async function deleteSentBefore(tx: Tx, moment: number): Promise<void> {
  await tx.deleteFrom("scheduled_message").where("sent_at", "<", moment).execute();
}
