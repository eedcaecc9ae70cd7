import { channelId, type EventBody, event, list, messageId, oneOf, optional, text } from "../../kernel/api/index.ts";
import { shownTopic } from "../../text/topics.ts";

const conversation = {
  message_type: oneOf("stream", "private"),
  stream_id: optional(channelId),
  topic: optional(text()),
};

/**
 * Sent to everyone who could read the messages, when they are deleted or moved out of the receiver's sight. Clients
 * without bulk deletion get one event per message.
 */
export const deleteMessageEvent = event(
  "delete_message",
  { message_ids: optional(list(messageId)), message_id: optional(messageId), ...conversation },
  {
    shape(body: Deleted, { capabilities }): EventBody[] {
      const { message_ids, ...where } = body;
      if (where.topic !== undefined) where.topic = shownTopic(where.topic, capabilities.empty_topic_name);
      if (capabilities.bulk_message_deletion) return [{ message_ids, ...where }];
      return message_ids.map((message_id) => ({ message_id, ...where }));
    },
  },
);

type Deleted =
  | { message_ids: readonly number[]; message_type: "stream"; stream_id: number; topic: string }
  | { message_ids: readonly number[]; message_type: "private"; topic?: undefined };
