/** The contract for single messages and their edit history. */
import {
  badRequest,
  bool,
  channelId,
  list,
  messageId,
  noted,
  nullable,
  operation,
  optional,
  strictObject,
  text,
  timestamp,
  userId,
  withDefault,
} from "../../kernel/api/index.ts";
import { InvalidMessage, messageObject } from "../contract.ts";

export const HistoryDisabled = badRequest("Message edit history is disabled in this organization");

const allow_empty_topic_name = withDefault(bool(), false, { since: 334 });

export const getMessage = operation({
  method: "GET",
  path: "/messages/{message_id}",
  isLight: true,
  summary: "Get a message.",
  gate: "visitor",
  params: { message_id: messageId, apply_markdown: withDefault(bool(), true), allow_empty_topic_name },
  response: {
    message: messageObject,
    raw_content: noted(text(), { note: "The Markdown of the message.", deprecated: true }),
  },
  errors: [InvalidMessage],
});

export const messageSnapshot = strictObject({
  topic: noted(text(), { note: "Empty if the reader could not read it." }),
  content: noted(text(), { note: "Empty if no longer kept; only the newest 200 edits within 1 MiB are." }),
  rendered_content: text(),
  timestamp: noted(timestamp(), { note: "When the edit was made; for the first entry, when the message was sent." }),
  user_id: nullable(userId),
  prev_topic: optional(text()),
  prev_content: optional(text()),
  prev_rendered_content: optional(text()),
  content_html_diff: optional(text(), { note: "Both versions in one, with insertions and deletions marked." }),
  prev_stream: optional(channelId, { note: "0 for a private channel that the reader cannot access." }),
  stream: optional(channelId),
});

export const getMessageHistory = operation({
  method: "GET",
  path: "/messages/{message_id}/history",
  summary: "Get the edit history of a message, oldest first.",
  params: { message_id: messageId, allow_empty_topic_name },
  response: { message_history: list(messageSnapshot) },
  errors: [InvalidMessage, HistoryDisabled],
});
