import type { MessageId, RealmId, UserId } from "../../api/ids.ts";
import { isAnyOf } from "../../db/dialect.ts";
import type { Db, Tx } from "../../db/handles.ts";

export async function hasMessages(db: Db, realmId: RealmId): Promise<boolean> {
  const row = await db.selectFrom("message").select("id").where("realm_id", "=", realmId).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Everybody has read what is older, so that a newcomer sees what is unread today and not a month of it. */
export async function markReadUpto(tx: Tx, users: readonly UserId[], messageId: MessageId): Promise<void> {
  await tx
    .updateTable("subscription")
    .set({ read_upto: messageId })
    .where(isAnyOf(tx, "user_id", users))
    .execute();
  await tx
    .updateTable("direct_participant")
    .set({ read_upto: messageId })
    .where(isAnyOf(tx, "user_id", users))
    .execute();
  // These had been exceptions above the mark.
  await tx
    .deleteFrom("user_message")
    .where(isAnyOf(tx, "user_id", users))
    .where("message_id", "<=", messageId)
    .execute();
}
