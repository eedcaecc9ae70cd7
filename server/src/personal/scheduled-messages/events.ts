import { type EventBody, event, int, list, oneOf } from "../../kernel/api/index.ts";
import { scheduledMessageObject, shownScheduled } from "./contract.ts";

/** Sent to whoever scheduled it. */
export const scheduledAddEvent = event(
  "scheduled_messages",
  { op: oneOf("add"), scheduled_messages: list(scheduledMessageObject) },
  {
    shape: (body, { capabilities }): EventBody[] => [
      {
        ...body,
        scheduled_messages: body.scheduled_messages.map((each) => shownScheduled(each, capabilities.empty_topic_name)),
      },
    ],
  },
);

/** Sent to whoever scheduled it, also when it could not be sent. */
export const scheduledUpdateEvent = event(
  "scheduled_messages",
  { op: oneOf("update"), scheduled_message: scheduledMessageObject },
  {
    shape: (body, { capabilities }): EventBody[] => [
      { ...body, scheduled_message: shownScheduled(body.scheduled_message, capabilities.empty_topic_name) },
    ],
  },
);

/** Sent to whoever scheduled it: it was deleted, or it was sent. */
export const scheduledRemoveEvent = event("scheduled_messages", { op: oneOf("remove"), scheduled_message_id: int() });
