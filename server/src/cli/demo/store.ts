import type { MessageId, RealmId, UserId } from "../../api/ids.ts";
import { isAnyOf, json } from "../../db/dialect.ts";
import type { Db, Tx } from "../../db/handles.ts";
import type { Edit } from "../../db/schema.ts";

export async function hasMessages(db: Db, realmId: RealmId): Promise<boolean> {
  const row = await db.selectFrom("message").select("id").where("realm_id", "=", realmId).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** The text was changed a few minutes after it was sent; nobody was there to hear of it. */
export async function rewrite(tx: Tx, id: MessageId, edited: string, rendered_content: string): Promise<void> {
  const before = await tx
    .selectFrom("message")
    .select(["sender_id", "content", "rendered_content", "sent_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const timestamp = before.sent_at + EDITED_AFTER_SECONDS;
  const edit: Edit = {
    user_id: before.sender_id,
    timestamp,
    prev_content: before.content,
    prev_rendered_content: before.rendered_content,
  };
  await tx
    .updateTable("message")
    .set({ content: edited, rendered_content, edit_history: json([edit]), last_edit_at: timestamp })
    .where("id", "=", id)
    .execute();
}

const EDITED_AFTER_SECONDS = 140;

/** Everybody has read what is older, so that a newcomer sees what is unread today and not a month of it. */
export async function markReadUpto(tx: Tx, users: readonly UserId[], messageId: MessageId): Promise<void> {
  await tx
    .updateTable("subscription")
    .set({ read_upto: messageId })
    .where(isAnyOf(tx, "user_id", users))
    .where("read_upto", "<", messageId)
    .execute();
  await tx
    .updateTable("direct_participant")
    .set({ read_upto: messageId })
    .where(isAnyOf(tx, "user_id", users))
    .where("read_upto", "<", messageId)
    .execute();
  // These had been exceptions above the mark.
  await tx
    .deleteFrom("user_message")
    .where(isAnyOf(tx, "user_id", users))
    .where("message_id", "<=", messageId)
    .execute();
}
