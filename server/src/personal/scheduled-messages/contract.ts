/** The scheduled messages contract. */
import {
  apiError,
  badRequest,
  bool,
  checked,
  either,
  int,
  list,
  MAX_RECIPIENTS,
  NOT_LISTED,
  notAudited,
  noted,
  oneOf,
  operation,
  optional,
  shortText,
  strictObject,
  text,
  timestamp,
  typed,
  type ValueOf,
} from "../../kernel/api/index.ts";
import { collections } from "../../kernel/limits/collections.ts";
import { contentErrors } from "../../messages/content-errors.ts";
import {
  ChannelDoesNotExist,
  DirectMessagesDisabled,
  EmptyTopicNotAllowed,
  MayNotInitiate,
  MayNotPost,
  MessageEmpty,
  MessageHasNullBytes,
  MissingRecipients,
  MissingTopic,
  messageContent,
  NobodyToAuthorize,
  OnlyEmptyTopicAllowed,
  topic,
} from "../../messages/contract.ts";
import { shownTopic } from "../../text/topics.ts";

/** The end of the year 9999: later times cannot be formatted everywhere. */
const LATEST_TIMESTAMP = 253_402_300_799;

const TYPES = ["direct", "private", "channel", "stream"] as const;
export type AddressType = (typeof TYPES)[number];
const isType = (value: string) => TYPES.includes(value as AddressType);

const type = typed<AddressType>(
  noted(checked(shortText(), isType, NOT_LISTED), {
    note: `One of ${TYPES.join(", ")}; use direct and channel.`,
    example: "channel",
  }),
);
const to = noted(either(int(), list(int(), { max: MAX_RECIPIENTS })), {
  note: "The id of the channel; or the ids of the people, in a list.",
  example: 1,
});
const content = noted(messageContent, { example: "Good morning!" });
export const deliveryTime = noted(int({ min: 0, max: LATEST_TIMESTAMP }), {
  note: "UNIX seconds, in the future.",
  example: 4_102_444_800,
});

export const scheduledMessageFields = {
  scheduled_message_id: int(),
  type: oneOf("stream", "private"),
  to: noted(either(int(), list(int())), {
    note: "The channel; or the people other than the sender, which is empty for a note to yourself.",
  }),
  topic: optional(text(), { note: "For channel messages." }),
  content: text(),
  rendered_content: text(),
  scheduled_delivery_timestamp: timestamp(),
  failed: bool(),
};
export const scheduledMessageObject = strictObject(scheduledMessageFields);
export type PresentedScheduled = ValueOf<typeof scheduledMessageObject>;

/** Uses the client's name for the empty topic. */
export const scheduledForClient = (message: PresentedScheduled, knowsEmptyTopic: boolean): PresentedScheduled =>
  message.topic === undefined ? message : { ...message, topic: shownTopic(message.topic, knowsEmptyTopic) };

export const NotInFuture = badRequest("Scheduled delivery time must be in the future.");
export const NotAChannelId = badRequest("Invalid data type for channel ID");
export const NotRecipients = badRequest("Invalid data type for recipients");
export const NothingToChange = badRequest("Nothing to change");
export const RecipientRequired = badRequest("Recipient required when updating type of scheduled message.");
export const TopicRequired = badRequest("Topic required when updating scheduled message type to channel.");
export const NoSuchScheduledMessage = apiError("BAD_REQUEST", "Scheduled message does not exist", { status: 404 });
export const AlreadySent = badRequest("Scheduled message was already sent");

const sendingErrors = [
  ChannelDoesNotExist,
  MayNotPost,
  MessageEmpty,
  MessageHasNullBytes,
  MissingTopic,
  MissingRecipients,
  EmptyTopicNotAllowed,
  OnlyEmptyTopicAllowed,
  DirectMessagesDisabled,
  NobodyToAuthorize,
  MayNotInitiate,
  NotInFuture,
  NotAChannelId,
  NotRecipients,
  ...contentErrors,
];

export const getScheduledMessages = operation({
  method: "GET",
  path: "/scheduled_messages",
  summary: "List your scheduled messages, including those that could not be sent, earliest first.",
  response: { scheduled_messages: list(scheduledMessageObject) },
});

export const createScheduledMessage = operation({
  method: "POST",
  path: "/scheduled_messages",
  summary: "Schedule a message. Your permission to send it is checked now and again when it is sent.",
  params: {
    type,
    to,
    content,
    topic: optional(topic, { note: "Required for channel messages; ignored for direct ones.", example: "greetings" }),
    scheduled_delivery_timestamp: deliveryTime,
    read_by_sender: optional(bool(), {
      note: "Whether the message is marked as read for you when it is sent; true by default for interactive clients, unless it is to yourself.",
    }),
  },
  audit: notAudited("only its user sees it"),
  response: { scheduled_message_id: int() },
  errors: [collections.scheduled_messages.Full, collections.scheduled_message_characters.Full, ...sendingErrors],
});

export const updateScheduledMessage = operation({
  method: "PATCH",
  path: "/scheduled_messages/{scheduled_message_id}",
  summary: "Change a scheduled message. One that could not be sent needs a new time.",
  params: {
    scheduled_message_id: int(),
    type: optional(type),
    to: optional(to, { note: "Required with a type." }),
    content: optional(content),
    topic: optional(topic, { note: "Required when the type is channel; ignored for direct messages." }),
    scheduled_delivery_timestamp: optional(deliveryTime),
  },
  audit: notAudited("only its user sees it"),
  response: {},
  errors: [
    NoSuchScheduledMessage,
    AlreadySent,
    NothingToChange,
    RecipientRequired,
    TopicRequired,
    collections.scheduled_message_characters.Full,
    ...sendingErrors,
  ],
});

export const deleteScheduledMessage = operation({
  method: "DELETE",
  path: "/scheduled_messages/{scheduled_message_id}",
  summary: "Delete a scheduled message before it is sent.",
  params: { scheduled_message_id: int() },
  audit: notAudited("only its user sees it"),
  response: {},
  errors: [NoSuchScheduledMessage, AlreadySent],
});

export const scheduledMessagesState = { scheduled_messages: list(scheduledMessageObject) };
