/** The topics contract. */

import { InvalidChannelId } from "../../channels/contract.ts";
import {
  bool,
  channelId,
  list,
  messageId,
  noted,
  operation,
  strictObject,
  text,
  withDefault,
} from "../../kernel/api/index.ts";

export const topicEntry = strictObject({
  name: text(),
  max_id: noted(messageId, { note: "Its newest message." }),
});

export const getTopics = operation({
  method: "GET",
  path: "/users/me/{stream_id}/topics",
  summary: "List the topics of a channel, most recent first.",
  gate: "visitor",
  params: { stream_id: channelId, allow_empty_topic_name: withDefault(bool(), false, { since: 334 }) },
  response: { topics: list(topicEntry) },
  errors: [InvalidChannelId],
});
