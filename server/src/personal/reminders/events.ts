import { event, int, list, oneOf } from "../../kernel/api/index.ts";
import { reminderObject } from "./contract.ts";

/** Sent to whoever wants to be reminded. */
export const reminderAddEvent = event("reminders", { op: oneOf("add"), reminders: list(reminderObject) });

/** Sent to whoever wanted to be reminded: it was deleted, or the reminder has come. */
export const reminderRemoveEvent = event("reminders", { op: oneOf("remove"), reminder_id: int() });
