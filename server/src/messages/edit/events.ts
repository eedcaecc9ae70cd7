import {
  bool,
  channelId,
  type EventBody,
  event,
  list,
  messageId,
  nullable,
  optional,
  type ShapeOf,
  strictObject,
  text,
  timestamp,
  userId,
} from "../../kernel/api/index.ts";
import { shownTopic } from "../../text/topics.ts";
import { propagateMode } from "./contract.ts";

const fields = {
  user_id: nullable(userId),
  rendering_only: bool(),
  message_id: messageId,
  message_ids: list(messageId),
  flags: list(text()),
  edit_timestamp: timestamp(),
  stream_id: optional(channelId, {
    note: "The previous channel; 0 for a private channel that the reader cannot access.",
  }),
  stream_name: optional(text()),
  // Only for the author, if the organization does not show edit history.
  orig_content: optional(text()),
  orig_rendered_content: optional(text()),
  content: optional(text()),
  rendered_content: optional(text()),
  is_me_message: optional(bool()),
  propagate_mode: optional(propagateMode),
  orig_subject: optional(text(), { note: "Empty if the reader could not read it." }),
  subject: optional(text()),
  topic_links: optional(list(strictObject({ text: text(), url: text() }))),
  new_stream_id: optional(channelId),
};

interface Body extends ShapeOf<typeof fields> {
  /** The previous topic is empty because it is hidden, not because it has no name. */
  readonly is_topic_hidden?: boolean;
}

/**
 * Sent to everyone who can read the messages where they are now: the content is that of `message_id`, the move that of
 * all `message_ids`. The flags are each reader's own. Users who lose access get `delete_message` instead. A long move
 * sends one event per batch.
 */
export const updateMessageEvent = event("update_message", fields, {
  shape({ is_topic_hidden = false, ...body }: Body, { capabilities }): EventBody[] {
    const shown = (topic: string) => shownTopic(topic, capabilities.empty_topic_name);
    return [
      {
        ...body,
        ...(body.orig_subject === undefined || is_topic_hidden ? {} : { orig_subject: shown(body.orig_subject) }),
        ...(body.subject === undefined ? {} : { subject: shown(body.subject) }),
      },
    ];
  },
});
