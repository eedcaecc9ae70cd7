/** Delivers reminders. One transaction sends the notice and deletes the reminder, so that it is sent exactly once. */
import { partOf, type WriteContext, type Writing } from "../../kernel/context.ts";
import { isLostConflict } from "../../kernel/db/postgres-errors.ts";
import { DatabaseUnavailable } from "../../kernel/db/unavailable.ts";
import { toUsers } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { takeDue } from "../../kernel/jobs/take-due.ts";
import { InvalidMessage, messageFor } from "../../messages/access.ts";
import { sendNotice } from "../../messages/notices/send.ts";
import { type AccountWithRights, accountsWithRights } from "../../people/users/rights.ts";
import { HeavyWorkWanted } from "../../text/markdown/texts.ts";
import { reminderRemoveEvent } from "./events.ts";
import { deliverReminders } from "./job-kind.ts";
import { deleteReminders, markFailed, type Reminder, waitingReminders } from "./store.ts";
import { reminderText } from "./text.ts";

/** However late it is: a late reminder is better than none. */
export async function remindOfDue(ctx: Writing): Promise<void> {
  const { db, realm, now } = ctx;
  const due = await takeDue(ctx, deliverReminders({}), (limit) => waitingReminders.due(db, realm.id, now, limit));
  const accounts = await accountsWithRights(
    ctx,
    due.map((reminder) => reminder.user_id),
  );
  const done: number[] = [];
  for (const reminder of due) {
    const { user, isActive } = accounts.get(reminder.user_id) as AccountWithRights;
    const isDelivered = isActive && realm.is_active && (await remind({ ...ctx, user }, reminder));
    if (isDelivered) done.push(reminder.id);
    else await markFailed(db, reminder.id);
  }
  if (done.length > 0) await deleteReminders(db, done);
}

/** Returns whether the reminder was delivered. */
async function remind(ctx: WriteContext, reminder: Reminder): Promise<boolean> {
  const { id, user_id } = reminder;
  try {
    await partOf(ctx, async (part) => {
      await sendNotice(part, { user: user_id }, await currentText(part, reminder));
      append(part, reminderRemoveEvent({ op: "remove", reminder_id: id }), toUsers(user_id));
    });
    return true;
  } catch (error) {
    const isTemporary = isLostConflict(error) || error instanceof DatabaseUnavailable;
    if (isTemporary || error instanceof HeavyWorkWanted) throw error;
    ctx.app.log.error({ err: error, reminder: id }, "could not deliver a reminder");
    return false;
  }
}

/** If the user can no longer see the message, uses the text from when the reminder was set. */
async function currentText(ctx: WriteContext, reminder: Reminder): Promise<string> {
  try {
    const message = await messageFor(ctx, reminder.reminder_target_message_id);
    return await reminderText(ctx, message, reminder.note);
  } catch (error) {
    if (error instanceof InvalidMessage) return reminder.content;
    throw error;
  }
}
