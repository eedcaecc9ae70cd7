import { type EventBody, event, messageId, oneOf, strictObject, text, userId } from "../../kernel/api/index.ts";
import { emojiReference } from "../../text/emoji/contract.ts";
import { spelled } from "../../text/emoji/dialect.ts";

/** Sent to everyone who can read the message. */
export const reactionEvent = event(
  "reaction",
  {
    op: oneOf("add", "remove"),
    message_id: messageId,
    user_id: userId,
    // Repeats the user, for clients older than user_id.
    user: strictObject({ user_id: userId, email: text(), full_name: text() }),
    ...emojiReference,
  },
  { shape: (body, { dialect }): EventBody[] => [spelled(body, dialect)] },
);
