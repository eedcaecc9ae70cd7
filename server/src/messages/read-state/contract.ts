/** The contract for read, starred and collapsed messages. */

import { InvalidChannelId } from "../../channels/contract.ts";
import {
  badRequest,
  bool,
  channelId,
  int,
  list,
  messageId,
  notAudited,
  noted,
  nullable,
  operation,
  said,
  shortText,
  strictObject,
  text,
  userId,
  withDefault,
} from "../../kernel/api/index.ts";
import { InvalidMessage, narrow, narrowErrors } from "../contract.ts";

/** Every flag that a message can show, in list order. */
export const PUBLIC_FLAGS: readonly string[] = [
  "read",
  "starred",
  "collapsed",
  "mentioned",
  "stream_wildcard_mentioned",
  "topic_wildcard_mentioned",
  "group_mentioned",
  "force_expand",
  "force_collapse",
  "has_alert_word",
  "historical",
];
export const EDITABLE_FLAGS = ["read", "starred", "collapsed"] as const;
export type EditableFlag = (typeof EDITABLE_FLAGS)[number];

export const invalidFlag = badRequest(({ flag }: { flag: string }) => said`Invalid flag: '${flag}'`);
export const flagNotEditable = badRequest(({ flag }: { flag: string }) => said`Flag not editable: '${flag}'`);
export const invalidFlagOperation = badRequest(
  ({ op }: { op: string }) => said`Invalid message flag operation: '${op}'`,
);
export const noSuchTopic = badRequest(({ topic }: { topic: string }) => said`No such topic '${topic}'`);
export const ReadReceiptsDisabled = badRequest("Read receipts are disabled in this organization.");

const flagChange = {
  op: noted(shortText(), { note: "add or remove.", example: "add" }),
  flag: noted(shortText(), { note: "read, starred or collapsed.", example: "read" }),
};

/** More than any client shows at once, and few enough to change while others wait. */
export const MAX_MESSAGES_PER_FLAG_CHANGE = 5000;

const ignoredChannels = {
  /** Channels whose messages stay read, because only subscribers can have unread messages. */
  ignored_because_not_subscribed_channels: list(channelId),
};

export const updateMessageFlags = operation({
  method: "POST",
  path: "/messages/flags",
  summary: "Add a personal flag to messages, or remove it.",
  params: { messages: noted(list(int(), { max: MAX_MESSAGES_PER_FLAG_CHANGE }), { example: [1] }), ...flagChange },
  audit: notAudited("what a user has read is their own"),
  response: { messages: list(int()), ...ignoredChannels },
  errors: [InvalidMessage],
});

export const updateMessageFlagsForNarrow = operation({
  method: "POST",
  path: "/messages/flags/narrow",
  summary: "Add a personal flag to a range of messages, or remove it.",
  params: {
    anchor: noted(shortText(), { note: "A message id, or newest, oldest, first_unread.", example: "oldest" }),
    include_anchor: withDefault(bool(), true),
    num_before: noted(int({ min: 0 }), {
      note: `The sum with num_after is limited to ${MAX_MESSAGES_PER_FLAG_CHANGE}.`,
      example: 0,
    }),
    num_after: noted(int({ min: 0 }), { example: 100 }),
    narrow: withDefault(nullable(narrow), []),
    ...flagChange,
  },
  audit: notAudited("what a user has read is their own"),
  response: {
    processed_count: int(),
    updated_count: int(),
    first_processed_id: nullable(messageId),
    last_processed_id: nullable(messageId),
    found_oldest: bool(),
    found_newest: bool(),
    ...ignoredChannels,
  },
  errors: narrowErrors,
});

export const markAllAsRead = operation({
  method: "POST",
  path: "/mark_all_as_read",
  summary: "Mark everything as read.",
  params: {},
  audit: notAudited("what a user has read is their own"),
  response: { complete: bool() },
});

export const markChannelAsRead = operation({
  method: "POST",
  path: "/mark_stream_as_read",
  summary: "Mark everything in a channel as read.",
  params: { stream_id: channelId },
  audit: notAudited("what a user has read is their own"),
  response: {},
  errors: [InvalidChannelId],
});

export const markTopicAsRead = operation({
  method: "POST",
  path: "/mark_topic_as_read",
  summary: "Mark everything in a topic as read.",
  params: { stream_id: channelId, topic_name: noted(shortText({ trim: true }), { example: "greetings" }) },
  audit: notAudited("what a user has read is their own"),
  response: {},
  errors: [InvalidChannelId],
});

export const getReadReceipts = operation({
  method: "GET",
  path: "/messages/{message_id}/read_receipts",
  summary: "List who has read a message.",
  params: { message_id: messageId },
  response: { user_ids: list(userId) },
  errors: [InvalidMessage, ReadReceiptsDisabled],
});

export const MAX_UNREAD = 50_000;
export const MAX_STARRED = 10_000;

const ids = { unread_message_ids: list(messageId) };
export const unreadState = {
  unread_msgs: strictObject({
    count: int(),
    // sender_id repeats the other user, for clients older than other_user_id.
    pms: list(strictObject({ other_user_id: userId, sender_id: userId, ...ids })),
    streams: list(strictObject({ stream_id: channelId, topic: text(), ...ids })),
    huddles: list(strictObject({ user_ids_string: text(), ...ids })),
    mentions: list(messageId),
    old_unreads_missing: bool(),
  }),
};
export const starredState = { starred_messages: list(messageId) };
