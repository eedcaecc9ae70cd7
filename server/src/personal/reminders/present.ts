import type { ShapeOf } from "../../kernel/api/index.ts";
import type { reminderFields } from "./contract.ts";
import type { Reminder } from "./store.ts";

export function presentReminder(row: Reminder): ShapeOf<typeof reminderFields> {
  const { id, user_id, content, rendered_content, scheduled_delivery_timestamp, failed } = row;
  const { reminder_target_message_id } = row;
  return {
    reminder_id: id,
    type: "private",
    to: [user_id],
    content,
    rendered_content,
    scheduled_delivery_timestamp,
    failed,
    reminder_target_message_id,
  };
}
