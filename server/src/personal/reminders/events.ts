import { event, int, list, oneOf } from "../../kernel/api/index.ts";
import { reminderObject } from "./contract.ts";

/** Sent to the reminder's owner. */
export const reminderAddEvent = event("reminders", { op: oneOf("add"), reminders: list(reminderObject) });

/** Sent to the reminder's owner when it is deleted or delivered. */
export const reminderRemoveEvent = event("reminders", { op: oneOf("remove"), reminder_id: int() });
