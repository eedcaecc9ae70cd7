/** The contract for editing and moving messages. */

import { InvalidChannelId } from "../../channels/contract.ts";
import {
  apiError,
  badRequest,
  bool,
  channelId,
  ExpectationMismatch,
  list,
  messageId,
  notAudited,
  noted,
  oneOf,
  operation,
  optional,
  said,
  shortText,
  withDefault,
} from "../../kernel/api/index.ts";
import { contentErrors } from "../content-errors.ts";
import {
  EmptyTopicNotAllowed,
  InvalidMessage,
  MayNotPost,
  MessageHasNullBytes,
  messageContent,
  OnlyEmptyTopicAllowed,
  topic,
} from "../contract.ts";
import { HeldHistoryIsFull, HeldMessageStays } from "../legal-holds/contract.ts";
import { attachment } from "../uploads/contract.ts";

export const NothingToChange = badRequest("Nothing to change");
export const EditingDisabled = badRequest("Your organization has turned off message editing");
export const MayNotEdit = badRequest("You don't have permission to edit this message");
export const EditTimeLimitPassed = badRequest("The time limit for editing this message has passed");
export const DirectMessageToChannel = badRequest("Direct messages cannot be moved to channels.");
export const DirectMessageWithTopic = badRequest("Direct messages cannot have topics.");
export const NothingToPropagate = badRequest("Invalid propagate_mode without topic edit");
export const EmptyTopicResolved = badRequest("General chat cannot be marked as resolved");
export const ContentWithChannel = badRequest("Cannot change message content while changing channel");
export const WidgetEdited = badRequest("Widgets cannot be edited.");
export const MayNotResolve = badRequest("You don't have permission to resolve topics in this channel.");
export const TopicTimeLimitPassed = badRequest("The time limit for editing this message's topic has passed.");
export const MayNotMove = badRequest("You don't have permission to move this message");
export const ChannelTimeLimitPassed = badRequest("The time limit for editing this message's channel has passed");
/** Another move of the same topics did not finish while the caller waited. */
export const TopicIsBeingMoved = badRequest("The topic is being moved. Try again in a moment.");
export const MoveTimeLimitExceeded = apiError<{
  total_messages_in_topic: number;
  total_messages_allowed_to_move: number;
  first_message_id_allowed_to_move: number | null;
}>(
  "MOVE_MESSAGES_TIME_LIMIT_EXCEEDED",
  ({ total_messages_in_topic: all, total_messages_allowed_to_move: allowed }) =>
    said`You only have permission to move the ${allowed}/${all} most recent messages in this topic.`,
);

export const propagateMode = oneOf("change_one", "change_later", "change_all");

export const editMessage = operation({
  method: "PATCH",
  path: "/messages/{message_id}",
  summary: "Edit the content of a message, or move it and others to another topic or channel.",
  params: {
    message_id: messageId,
    topic: optional(topic, {
      note: "The new topic. Putting `✔ ` before the name resolves the topic.",
      example: "greetings",
    }),
    propagate_mode: withDefault(propagateMode, "change_one", {
      note: "Which messages of the topic move: this one, this and later ones, or all. Large moves are done in batches, each with its own events, before the response is sent.",
    }),
    send_notification_to_old_thread: withDefault(bool(), false, { since: 9 }),
    send_notification_to_new_thread: withDefault(bool(), true, {
      note: "Ignored when a topic is only resolved or unresolved.",
      since: 9,
    }),
    content: optional(messageContent, { note: "The new content. Blank content becomes `(deleted)`." }),
    prev_content_sha256: optional(shortText(), {
      note: "SHA-256 of the content the client last saw, in hexadecimal: the edit is refused if the content has changed since.",
      since: 379,
    }),
    stream_id: optional(channelId, { note: "The channel to move to; cannot be combined with content.", since: 1 }),
  },
  audit: notAudited("a message is its own record"),
  response: {
    detached_uploads: noted(list(attachment), {
      note: "Your files that no message links to any more because of this edit.",
      since: 285,
    }),
  },
  errors: [
    InvalidMessage,
    HeldMessageStays,
    HeldHistoryIsFull,
    NothingToChange,
    EditingDisabled,
    MayNotEdit,
    EditTimeLimitPassed,
    DirectMessageToChannel,
    DirectMessageWithTopic,
    NothingToPropagate,
    EmptyTopicResolved,
    ContentWithChannel,
    WidgetEdited,
    ExpectationMismatch,
    MessageHasNullBytes,
    InvalidChannelId,
    EmptyTopicNotAllowed,
    OnlyEmptyTopicAllowed,
    MayNotResolve,
    TopicTimeLimitPassed,
    ...contentErrors,
    MayNotMove,
    MayNotPost,
    ChannelTimeLimitPassed,
    MoveTimeLimitExceeded,
    TopicIsBeingMoved,
  ],
});
