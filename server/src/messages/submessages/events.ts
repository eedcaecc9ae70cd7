import { event, int, messageId, text, userId } from "../../kernel/api/index.ts";

/** Sent to everyone who can read the message. */
export const submessageEvent = event("submessage", {
  message_id: messageId,
  submessage_id: int(),
  sender_id: userId,
  msg_type: text(),
  content: text(),
});
