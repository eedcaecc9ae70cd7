/**
 * What happens to the messages that the person and their bots sent. No legal hold concerned them when the erasure began; what
 * one keeps that was placed since then stays with the account without a name. `after` is the last message that was treated.
 */
import { channelByRecipient } from "../../channels/store.ts";
import type { MessageId } from "../../kernel/api/ids.ts";
import type { Writing } from "../../kernel/context.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import { toUsers } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { deleteMessages } from "../../messages/delete/actions.ts";
import { heldAmong } from "../../messages/legal-holds/store.ts";
import { reminderRemoveEvent } from "../../personal/reminders/events.ts";
import { deletedUser } from "../deleted-user.ts";
import type { Erasure, NextBatch } from "../job-kind.ts";
import { reassignSubmessages } from "./submessages.ts";

/** Others wait while a batch is removed; each conversation in it has events of its own. */
const REMOVED_AT_ONCE = 100;
const REASSIGNED_AT_ONCE = 500;

export async function treatMessages(ctx: Writing, erasure: Erasure): Promise<NextBatch | undefined> {
  if (erasure.messages === "kept") return undefined;
  return erasure.messages === "removed" ? removeSome(ctx, erasure) : reassignSome(ctx, erasure);
}

/**
 * The next ones, from the oldest on, of which some may have to stay: those that a legal hold keeps, and when messages are reassigned
 * direct messages, of which the sender is a participant. They are left out afterwards, so that a batch never reads further.
 */
async function nextMessages(ctx: Writing, { user_ids, messages, after }: Erasure, atOnce: number) {
  const { db, realm } = ctx;
  // One account at a time: for several at once all that they sent would be sorted.
  const sent = [];
  for (const user_id of user_ids)
    sent.push(
      ...(await db
        .selectFrom("message")
        .select(["id", "recipient_id", "topic_id", "subject"])
        .where("sender_id", "=", user_id)
        .where("id", ">", after)
        .orderBy("id")
        .limit(atOnce)
        .execute()),
    );
  const read = sent.sort((one, other) => one.id - other.id).slice(0, atOnce);
  const held = await heldAmong(
    db,
    realm.id,
    read.map((row) => row.id),
  );
  const rows = read.filter((row) => !held.has(row.id) && (messages !== "reassigned" || row.topic_id !== null));
  return { rows, next: goesOn(read, atOnce) };
}

async function removeSome(ctx: Writing, erasure: Erasure): Promise<NextBatch | undefined> {
  const { db, realm } = ctx;
  const { rows, next } = await nextMessages(ctx, erasure, REMOVED_AT_ONCE);
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
  return next;
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

async function reassignSome(ctx: Writing, erasure: Erasure): Promise<NextBatch | undefined> {
  const { db } = ctx;
  const { rows, next } = await nextMessages(ctx, erasure, REASSIGNED_AT_ONCE);
  if (rows.length === 0) return next;
  const ids = rows.map((row) => row.id);
  const sender_id = await deletedUser(ctx);
  await db
    .updateTable("message")
    .set({ sender_id })
    .where(isAnyOf(db, "id", ids))
    .execute();
  await reassignSubmessages(db, ids, { from: erasure.user_ids, to: sender_id });
  await db
    .updateTable("message_edit")
    .set({ user_id: sender_id })
    .where(isAnyOf(db, "message_id", ids))
    .where(isAnyOf(db, "user_id", erasure.user_ids))
    .execute();
  return next;
}

function goesOn(rows: readonly { readonly id: MessageId }[], atOnce: number): NextBatch | undefined {
  const last = rows.at(-1);
  return last && rows.length === atOnce ? { after: last.id } : undefined;
}
