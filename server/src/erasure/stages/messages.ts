/** What happens to the messages that the person and their bots sent. */
import { channelByRecipient } from "../../channels/store.ts";
import type { MessageId, UserId } from "../../kernel/api/ids.ts";
import type { Writing } from "../../kernel/context.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import { toUsers } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { deleteMessages } from "../../messages/delete/actions.ts";
import { reminderRemoveEvent } from "../../personal/reminders/events.ts";
import { deletedUser } from "../deleted-user.ts";
import type { Erasure, NextBatch } from "../job-kind.ts";

/** Others wait while a batch is removed; each conversation in it has events of its own. */
const REMOVED_AT_ONCE = 100;
const REASSIGNED_AT_ONCE = 500;

export async function treatMessages(ctx: Writing, erasure: Erasure): Promise<NextBatch | undefined> {
  if (erasure.messages === "kept") return undefined;
  const isMore =
    erasure.messages === "removed"
      ? await removeSome(ctx, erasure.user_ids)
      : await reassignSome(ctx, erasure.user_ids);
  return isMore ? { after: 0 } : undefined;
}

async function removeSome(ctx: Writing, userIds: readonly UserId[]): Promise<boolean> {
  const { db, realm } = ctx;
  const rows = await db
    .selectFrom("message")
    .select(["id", "recipient_id", "topic_id", "subject"])
    .where(isAnyOf(db, "sender_id", userIds))
    .orderBy("id")
    .limit(REMOVED_AT_ONCE)
    .execute();
  await removeRemindersOf(
    ctx,
    rows.map((row) => row.id),
  );
  for (const [first, ...more] of Map.groupBy(rows, (row) => `${row.recipient_id} ${row.topic_id}`).values()) {
    if (!first) continue;
    const { recipient_id, topic_id, subject: topic } = first;
    const channel = await channelByRecipient(db, realm.id, 0, recipient_id);
    await deleteMessages(
      ctx,
      { recipient_id, channel, topic_id, topic },
      [first, ...more].map((row) => row.id),
    );
  }
  return rows.length === REMOVED_AT_ONCE;
}

/** A reminder quotes the message. */
async function removeRemindersOf(ctx: Writing, ids: readonly MessageId[]): Promise<void> {
  const removed = await ctx.db
    .deleteFrom("reminder")
    .where("realm_id", "=", ctx.realm.id)
    .where(isAnyOf(ctx.db, "reminder_target_message_id", ids))
    .returning(["id", "user_id"])
    .execute();
  for (const { id, user_id } of removed)
    append(ctx, reminderRemoveEvent({ op: "remove", reminder_id: id }), toUsers(user_id));
}

/** In direct messages the sender is a participant, so those stay with the account without a name. */
async function reassignSome(ctx: Writing, userIds: readonly UserId[]): Promise<boolean> {
  const { db } = ctx;
  const rows = await db
    .selectFrom("message")
    .select("id")
    .where(isAnyOf(db, "sender_id", userIds))
    .where("topic_id", "is not", null)
    .orderBy("id")
    .limit(REASSIGNED_AT_ONCE)
    .execute();
  if (rows.length === 0) return false;
  const ids = rows.map((row) => row.id);
  const sender_id = await deletedUser(ctx);
  await db
    .updateTable("message")
    .set({ sender_id })
    .where(isAnyOf(db, "id", ids))
    .execute();
  await db
    .updateTable("message_edit")
    .set({ user_id: sender_id })
    .where(isAnyOf(db, "message_id", ids))
    .where(isAnyOf(db, "user_id", userIds))
    .execute();
  return rows.length === REASSIGNED_AT_ONCE;
}
