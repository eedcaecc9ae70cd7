import {
  bool,
  type ClientProfile,
  channelId,
  type EventBody,
  either,
  event,
  list,
  messageId,
  oneOf,
  optional,
  record,
  strictObject,
  text,
  userId,
  type ValueOf,
} from "../../kernel/api/index.ts";
import { EMPTY_TOPIC_DISPLAY_NAME } from "../../text/topics.ts";
import { EDITABLE_FLAGS } from "./contract.ts";

const mentioned = optional(bool());
const messageDetail = either(
  strictObject({ type: oneOf("private"), mentioned, user_ids: list(userId) }),
  strictObject({ type: oneOf("stream"), mentioned, stream_id: channelId, topic: text(), unmuted_stream_msg: bool() }),
);
/** What a client needs to show a message as unread that it may never have seen. */
export type MessageDetail = ValueOf<typeof messageDetail>;

const flags = {
  // Repeats op, for older clients.
  operation: oneOf("add", "remove"),
  flag: oneOf(...EDITABLE_FLAGS),
  messages: list(messageId),
  all: bool(),
};

/** Sent to the user whose flags they are. With `all` nothing is unread any more, and no message is listed. */
export const flagsAddEvent = event(
  "update_message_flags",
  { op: oneOf("add"), ...flags },
  // Several users who leave at once share an event, with different messages for each.
  { personalize: (shaped, own) => ({ ...shaped, ...own }) },
);

/** Sent to the user whose flags they are. Messages that become unread are described. */
export const flagsRemoveEvent = event(
  "update_message_flags",
  { op: oneOf("remove"), ...flags, message_details: optional(record(messageDetail)) },
  {
    shape(body: RemovedFlags, client): EventBody[] {
      return [body.message_details ? { ...body, message_details: shapeDetails(body.message_details, client) } : body];
    },
    personalize: (shaped, own) => ({ ...shaped, ...own }),
  },
);

type RemovedFlags = {
  op: "remove";
  operation: "remove";
  flag: (typeof EDITABLE_FLAGS)[number];
  messages: number[];
  all: boolean;
  message_details?: Record<string, MessageDetail>;
};

function shapeDetails(details: Record<string, MessageDetail>, client: ClientProfile): Record<string, MessageDetail> {
  if (client.capabilities.empty_topic_name) return details;
  return Object.fromEntries(
    Object.entries(details).map(([id, detail]) => [
      id,
      detail.type === "stream" && detail.topic === "" ? { ...detail, topic: EMPTY_TOPIC_DISPLAY_NAME } : detail,
    ]),
  );
}
