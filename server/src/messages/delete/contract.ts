/** The contract for deleting messages. */

import { InvalidChannelId } from "../../channels/contract.ts";
import { badRequest, bool, channelId, messageId, noted, operation, shortText } from "../../kernel/api/index.ts";
import { InvalidMessage } from "../contract.ts";
import { UnderLegalHold } from "../legal-holds/contract.ts";

export const MayNotDelete = badRequest("You don't have permission to delete this message");
export const DeleteTimeLimitPassed = badRequest("The time limit for deleting this message has passed");

export const deleteMessage = operation({
  method: "DELETE",
  path: "/messages/{message_id}",
  summary: "Delete a message for everyone.",
  params: { message_id: messageId },
  audit: ["message_deleted"],
  response: {},
  errors: [InvalidMessage, MayNotDelete, DeleteTimeLimitPassed, UnderLegalHold],
});

export const deleteTopic = operation({
  method: "POST",
  path: "/streams/{stream_id}/delete_topic",
  summary: "Delete the messages of a topic, newest first. Repeat until complete is true.",
  gate: "administrator",
  params: { stream_id: channelId, topic_name: shortText({ trim: true }) },
  audit: ["topic_deleted"],
  response: {
    complete: noted(bool(), { note: "False when there was not enough time to delete all of them.", since: 154 }),
  },
  errors: [InvalidChannelId, UnderLegalHold],
});
