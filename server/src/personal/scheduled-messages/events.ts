import { type EventBody, event, int, list, oneOf } from "../../kernel/api/index.ts";
import { scheduledForClient, scheduledMessageObject } from "./contract.ts";

/** Sent to the sender. */
export const scheduledAddEvent = event(
  "scheduled_messages",
  { op: oneOf("add"), scheduled_messages: list(scheduledMessageObject) },
  {
    shape: (body, { capabilities }): EventBody[] => [
      {
        ...body,
        scheduled_messages: body.scheduled_messages.map((each) =>
          scheduledForClient(each, capabilities.empty_topic_name),
        ),
      },
    ],
  },
);

/** Sent to the sender, also if the message could not be sent. */
export const scheduledUpdateEvent = event(
  "scheduled_messages",
  { op: oneOf("update"), scheduled_message: scheduledMessageObject },
  {
    shape: (body, { capabilities }): EventBody[] => [
      { ...body, scheduled_message: scheduledForClient(body.scheduled_message, capabilities.empty_topic_name) },
    ],
  },
);

/** Sent to the sender when the message is deleted or sent. */
export const scheduledRemoveEvent = event("scheduled_messages", { op: oneOf("remove"), scheduled_message_id: int() });
