import type { ChannelId, MessageId, UserId } from "../../kernel/api/ids.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import type { TurnTx } from "../../kernel/db/handles.ts";
import { recordEdit } from "../../messages/history/store.ts";

/** Edits a message as if a few minutes after it was sent, without events: nobody is connected. */
export async function rewrite(tx: TurnTx, id: MessageId, edited: string, rendered_content: string): Promise<void> {
  const before = await tx
    .selectFrom("message")
    .leftJoin("channel", "channel.recipient_id", "message.recipient_id")
    .select(["message.id", "message.sender_id", "message.content", "message.rendered_content", "message.sent_at"])
    .select(["message.history_count", "message.history_bytes", "channel.id as channel_id"])
    .where("message.id", "=", id)
    .executeTakeFirstOrThrow();
  const edited_at = before.sent_at + EDITED_AFTER_SECONDS;
  const made = { user_id: before.sender_id, edited_at, channel_id: before.channel_id };
  const size = await recordEdit(tx, before, made);
  await tx
    .updateTable("message")
    .set({ content: edited, rendered_content, last_edit_at: edited_at, ...size })
    .where("id", "=", id)
    .execute();
}

const EDITED_AFTER_SECONDS = 140;

/** Without the message that each channel would get: a visitor would see nothing but those. */
export async function putIntoFolder(tx: TurnTx, channels: readonly ChannelId[], folder: number): Promise<void> {
  await tx
    .updateTable("channel")
    .set({ folder_id: folder })
    .where(isAnyOf(tx, "id", channels))
    .execute();
}

/** Marks older messages as read, so that people see today's unread messages and not a month of them. */
export async function markReadUpto(tx: TurnTx, users: readonly UserId[], messageId: MessageId): Promise<void> {
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
  // Flags above the old read mark are no longer exceptions.
  await tx
    .deleteFrom("user_message")
    .where(isAnyOf(tx, "user_id", users))
    .where("message_id", "<=", messageId)
    .execute();
}
