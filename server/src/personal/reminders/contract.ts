/** The reminders contract. */
import {
  apiError,
  badRequest,
  bool,
  int,
  list,
  messageId,
  notAudited,
  noted,
  oneOf,
  operation,
  said,
  strictObject,
  text,
  timestamp,
  userId,
  withDefault,
} from "../../kernel/api/index.ts";
import { MAX_MESSAGE_LENGTH } from "../../kernel/api/limits.ts";
import { collections } from "../../kernel/limits/collections.ts";
import { InvalidMessage } from "../../messages/contract.ts";
import { deliveryTime, NotInFuture } from "../scheduled-messages/contract.ts";

export const MAX_REMINDER_NOTE_LENGTH = 1000;

export const reminderFields = {
  reminder_id: int(),
  type: oneOf("private"),
  to: noted(list(userId), { note: "The user to remind." }),
  content: noted(text(), { note: "What the reminder would say if the message did not change." }),
  rendered_content: text(),
  scheduled_delivery_timestamp: timestamp(),
  failed: bool(),
  reminder_target_message_id: messageId,
};
export const reminderObject = strictObject(reminderFields);

export const NoteTooLong = badRequest(said`Maximum reminder note length: ${MAX_REMINDER_NOTE_LENGTH} characters`);
export const NoSuchReminder = apiError("BAD_REQUEST", "Reminder does not exist", { status: 404 });

export const getReminders = operation({
  method: "GET",
  path: "/reminders",
  summary: "List your reminders, earliest first.",
  response: { reminders: list(reminderObject) },
});

export const createReminder = operation({
  method: "POST",
  path: "/reminders",
  summary: "Set a reminder for a message; the notification bot sends it as a direct message.",
  params: {
    message_id: messageId,
    scheduled_delivery_timestamp: deliveryTime,
    note: withDefault(text({ max: MAX_MESSAGE_LENGTH, trim: true }), "", {
      note: `At most ${MAX_REMINDER_NOTE_LENGTH} characters.`,
    }),
  },
  audit: notAudited("only its user sees it"),
  response: { reminder_id: int() },
  errors: [collections.reminders.Full, NotInFuture, NoteTooLong, InvalidMessage],
});

export const deleteReminder = operation({
  method: "DELETE",
  path: "/reminders/{reminder_id}",
  summary: "Delete a reminder.",
  params: { reminder_id: int() },
  audit: notAudited("only its user sees it"),
  response: {},
  errors: [NoSuchReminder],
});

/** In the specification, only the snapshot has this additional name. */
const registeredReminder = strictObject({
  ...reminderFields,
  scheduled_message_id: noted(int(), { note: "Equal to `reminder_id`; not the id of a scheduled message." }),
});
export const remindersState = { reminders: list(registeredReminder) };
