import type { ShapeOf } from "../../kernel/api/index.ts";
import type { WriteContext } from "../../kernel/context.ts";
import { toUsers } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { wakeAt } from "../../kernel/jobs/take-due.ts";
import { demandRoom } from "../../kernel/limits/room.ts";
import { isLonger } from "../../kernel/names/printable.ts";
import { messageFor } from "../../messages/access.ts";
import { noticeIn } from "../../messages/notices/send.ts";
import { NotInFuture } from "../scheduled-messages/contract.ts";
import { type createReminder as creation, MAX_REMINDER_NOTE_LENGTH, NoSuchReminder, NoteTooLong } from "./contract.ts";
import { reminderAddEvent, reminderRemoveEvent } from "./events.ts";
import { deliverReminders } from "./job-kind.ts";
import { presentReminder } from "./present.ts";
import { deleteReminder as deleteRow, insertReminder } from "./store.ts";
import { reminderText } from "./text.ts";

type ReminderRequest = ShapeOf<(typeof creation)["params"]>;

export async function createReminder(ctx: WriteContext, request: ReminderRequest): Promise<number> {
  const { message_id, scheduled_delivery_timestamp, note } = request;
  if (scheduled_delivery_timestamp <= ctx.now) throw new NotInFuture();
  if (isLonger(note, MAX_REMINDER_NOTE_LENGTH)) throw new NoteTooLong();
  const message = await messageFor(ctx, message_id);
  const { content, rendered } = await noticeIn(ctx, await reminderText(ctx, message, note));
  await demandRoom(ctx, "reminders", { user_id: ctx.user.id });
  const row = await insertReminder(ctx.db, {
    realm_id: ctx.realm.id,
    user_id: ctx.user.id,
    reminder_target_message_id: message.id,
    note,
    content,
    rendered_content: rendered.html,
    scheduled_delivery_timestamp,
  });
  wakeAt(ctx, deliverReminders({}), scheduled_delivery_timestamp);
  append(ctx, reminderAddEvent({ op: "add", reminders: [presentReminder(row)] }), toUsers(ctx.user.id));
  return row.id;
}

export async function deleteReminder(ctx: WriteContext, id: number): Promise<void> {
  if (!(await deleteRow(ctx.db, ctx.user.id, id))) throw new NoSuchReminder();
  append(ctx, reminderRemoveEvent({ op: "remove", reminder_id: id }), toUsers(ctx.user.id));
}
