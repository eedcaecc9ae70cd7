import {
  channelId,
  type EventBody,
  either,
  event,
  list,
  messageId,
  oneOf,
  optional,
  type ShapeOf,
  strictObject,
  text,
  userId,
} from "../../kernel/api/index.ts";
import { shownTopic } from "../../text/topics.ts";

const person = strictObject({ user_id: userId, email: text() });

const typingFields = {
  op: oneOf("start", "stop"),
  message_type: oneOf("direct", "stream"),
  sender: person,
  recipients: optional(list(person)),
  stream_id: optional(channelId),
  topic: optional(text()),
};

/**
 * Sent to the participants of a direct conversation, including the sender, or to a channel's subscribers, if they want
 * typing notifications. For channels only to clients that declare the capability.
 */
export const typingEvent = event("typing", typingFields, {
  shape(body: ShapeOf<typeof typingFields>, { capabilities }): EventBody[] {
    if (body.message_type === "direct") return [body];
    if (!capabilities.stream_typing_notifications) return [];
    return [{ ...body, topic: shownTopic(body.topic ?? "", capabilities.empty_topic_name) }];
  },
});

const typingEditFields = {
  op: oneOf("start", "stop"),
  sender_id: userId,
  message_id: messageId,
  recipient: either(
    strictObject({ type: oneOf("channel"), channel_id: channelId, topic: text() }),
    strictObject({ type: oneOf("direct"), user_ids: list(userId) }),
  ),
};

/** Sent to the users who would receive a typing notification for a message there. */
export const typingEditMessageEvent = event("typing_edit_message", typingEditFields, {
  shape(body: ShapeOf<typeof typingEditFields>, { capabilities }): EventBody[] {
    const { recipient } = body;
    if (recipient.type === "direct") return [body];
    const topic = shownTopic(recipient.topic, capabilities.empty_topic_name);
    return [{ ...body, recipient: { ...recipient, topic } }];
  },
});
