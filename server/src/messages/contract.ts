/** The messages contract. */
import {
  anything,
  apiError,
  badRequest,
  bareOrQuoted,
  bool,
  type ChannelId,
  channelId,
  either,
  explained,
  ids,
  int,
  list,
  messageId,
  notAudited,
  noted,
  nullable,
  number,
  oneOf,
  operation,
  optional,
  record,
  type Sentence,
  type ShapeOf,
  said,
  shortText,
  strictObject,
  text,
  timestamp,
  typed,
  UnsupportedCombination,
  userId,
  withDefault,
} from "../kernel/api/index.ts";
import { MAX_MESSAGE_LENGTH, MAX_TOPIC_LENGTH } from "../kernel/api/limits.ts";
import { emojiReference } from "../text/emoji/contract.ts";
import { UnableToRender } from "../text/errors.ts";
import { EMPTY_TOPIC_DISPLAY_NAME } from "../text/topics.ts";
import { contentErrors } from "./content-errors.ts";

/** Opaque client values have a maximum length. */
const MAX_OPAQUE_LENGTH = 255;
export const MAX_MESSAGES_PER_FETCH = 5000;
/** Ids and addresses, as JSON or separated by commas. */
const MAX_TO_LENGTH = 20_000;
/** More than anyone types, few enough to process quickly. */
const MAX_NARROW_TERMS = 100;
/** The length of a term's JSON. */
const MAX_NARROW_TERM_LENGTH = 10_000;

export { EMPTY_TOPIC_DISPLAY_NAME, MAX_MESSAGE_LENGTH, MAX_TOPIC_LENGTH };

/** Stands for a private channel that the reader cannot access. No channel has this id. */
export const HIDDEN_CHANNEL = 0 as ChannelId;

export const directParticipant = strictObject({
  id: userId,
  email: text(),
  full_name: text(),
  is_mirror_dummy: bool(),
});

/** Data attached to a message, such as a vote; clients interpret it. */
export const submessage = strictObject({
  id: int(),
  message_id: messageId,
  sender_id: userId,
  msg_type: text(),
  content: text(),
});

/** A message in events: without what only a reader or an edit adds. */
export const sentMessageFields = {
  id: messageId,
  type: oneOf("stream", "private"),
  stream_id: optional(channelId),
  subject: text(),
  content: text(),
  content_type: oneOf("text/html", "text/x-markdown"),
  timestamp: timestamp(),
  sender_id: userId,
  sender_email: text(),
  sender_full_name: text(),
  sender_realm_str: text(),
  avatar_url: nullable(text()),
  client: text(),
  display_recipient: either(text(), list(directParticipant)),
  recipient_id: int(),
  is_me_message: bool(),
  reactions: list(strictObject({ ...emojiReference, user_id: userId })),
  submessages: list(submessage),
  topic_links: list(strictObject({ text: text(), url: text() })),
};

const editHistoryFields = {
  user_id: nullable(userId),
  timestamp: timestamp(),
  prev_content: optional(text()),
  prev_rendered_content: optional(text()),
  prev_topic: optional(text()),
  topic: optional(text(), { since: 118 }),
  prev_stream: optional(channelId, { note: "0 for a private channel that the reader cannot access." }),
  stream: optional(channelId, { since: 118 }),
};
export const editHistoryEntry = strictObject(editHistoryFields);
export type EditHistoryEntry = ShapeOf<typeof editHistoryFields>;

export const messageObject = strictObject({
  ...sentMessageFields,
  flags: list(text()),
  match_content: optional(text(), { note: "In search results: the content as HTML with the matches highlighted." }),
  match_subject: optional(text()),
  edit_history: optional(list(editHistoryEntry)),
  last_edit_timestamp: optional(timestamp(), { note: "When its content was last edited." }),
  last_moved_timestamp: optional(timestamp(), { note: "Resolving a topic does not count as a move." }),
});

export const ChannelDoesNotExist = apiError<{ stream_id: number } | { stream: string }>(
  "STREAM_DOES_NOT_EXIST",
  (fields) =>
    "stream_id" in fields
      ? said`Channel with ID '${fields.stream_id}' does not exist`
      : said`Channel '${fields.stream}' does not exist`,
);
/** For a missing message, and for one the caller cannot access. */
export const InvalidMessage = badRequest("Invalid message(s)");
export const BadNarrow = apiError<{ desc: Sentence }>(
  "BAD_NARROW",
  ({ desc }) => said`Invalid narrow operator: ${desc}`,
);
export const BadNarrowCombination = apiError<{ desc: Sentence }>(
  "BAD_NARROW",
  ({ desc }) => said`Invalid narrow operator combination: ${desc}`,
);
/** More than anyone types into a search box; measured in decision 055. */
export const MAX_SEARCH_LENGTH = 1000;
export const MAX_SEARCH_WORDS = 100;
/** Each negated one is a separate search. */
export const MAX_SEARCHES = 10;
export const TooManySearches = badRequest(said`A narrow has too many searches (limit: ${MAX_SEARCHES})`);
export const SearchTooLong = badRequest(said`A search is too long (limit: ${MAX_SEARCH_LENGTH} characters)`);
export const TooManySearchWords = badRequest(said`A search has too many words (limit: ${MAX_SEARCH_WORDS} words)`);
export const BlankOperand = badRequest("operand cannot be blank.");
export const MayNotPost = badRequest("You do not have permission to post in this channel.");
export const MessageEmpty = badRequest("Message must not be empty");
export const MessageHasNullBytes = badRequest("Message must not contain null bytes");
export const MissingChannel = badRequest("Missing channel");
export const MissingTopic = badRequest("Missing topic");
export const MissingAnchor = badRequest("Missing 'anchor' argument.");
export const MissingRecipients = badRequest("Message must have recipients");
export const DirectMessagesDisabled = badRequest("Direct messages are disabled in this organization.");
export const NobodyToAuthorize = badRequest("This conversation does not include any users who can authorize it.");
export const MayNotForge = badRequest("User not authorized for this query");
export const NotMirrored = badRequest("Invalid mirrored message");
export const InaccessibleRecipients = badRequest("You do not have permission to access some of the recipients.");
export const MayNotInitiate = badRequest("You do not have permission to initiate direct message conversations.");
export const PageTooLong = badRequest("The messages are too long for one response. Request fewer of them.");
export const TooManyMessages = badRequest(said`Too many messages requested (maximum ${MAX_MESSAGES_PER_FETCH}).`);
type TopicsPolicyFields = { empty_topic_display_name: string };
export const EmptyTopicNotAllowed = apiError<TopicsPolicyFields>(
  "BAD_REQUEST",
  "Sending messages to the general chat is not allowed in this channel.",
);
export const OnlyEmptyTopicAllowed = apiError<TopicsPolicyFields>(
  "BAD_REQUEST",
  "Only the general chat topic is allowed in this channel.",
);

export const topic = noted(text({ max: MAX_TOPIC_LENGTH, trim: true, nullBytes: true }), { alias: "subject" });

/** Surrounding white space is not part of a message. */
export const messageContent = text({ max: MAX_MESSAGE_LENGTH, uncountedMargin: true, nullBytes: true });

/** A secret protects a bot from whoever knows its URL, and the URL has its key (decision 104). */
export const OnlySignedRequests = badRequest(
  "This bot has a secret, so it posts only signed requests to the URL of an integration.",
);

/** Why a message is not sent. */
export const sendErrors = [
  ChannelDoesNotExist,
  MayNotPost,
  MessageEmpty,
  MessageHasNullBytes,
  MissingChannel,
  MissingTopic,
  MissingRecipients,
  EmptyTopicNotAllowed,
  OnlyEmptyTopicAllowed,
  DirectMessagesDisabled,
  NobodyToAuthorize,
  MayNotInitiate,
  MayNotForge,
  NotMirrored,
  ...contentErrors,
];

export const sendMessage = operation({
  method: "POST",
  path: "/messages",
  isLight: true,
  summary: "Send a message to a channel or to people.",
  openToWebhookBots: true,
  params: {
    type: noted(oneOf("direct", "private", "channel", "stream"), { example: "channel" }),
    to: optional(bareOrQuoted(anything({ max: MAX_TO_LENGTH })), {
      note: "A channel by name or id; people by ids or API emails, in a list or separated by commas.",
      example: "general",
    }),
    content: noted(messageContent, { example: "Hello, everyone!" }),
    topic: optional(topic, {
      note: "Required for channel messages; ignored for direct ones.",
      example: "greetings",
    }),
    queue_id: optional(text({ max: MAX_OPAQUE_LENGTH }), {
      note: "The sending client's queue: its event carries local_id.",
    }),
    local_id: optional(text({ max: MAX_OPAQUE_LENGTH }), {
      note: "A client-generated id. Repeating a request with the same id within a day returns the message that the first request sent.",
    }),
    read_by_sender: optional(bool(), {
      note: "Whether the sender has read it; by default true for interactive clients.",
    }),
    widget_content: optional(text({ max: MAX_MESSAGE_LENGTH }), { note: "JSON text: a form with choices; for bots." }),
    forged: optional(shortText(), { note: "Always refused: a message cannot be sent as someone else." }),
    sender: optional(shortText(), { note: "Always refused, like forged." }),
    time: optional(shortText(), { note: "Always refused, like forged." }),
  },
  audit: notAudited("a message is its own record"),
  response: { id: messageId, automatic_new_visibility_policy: optional(int()) },
  errors: [InaccessibleRecipients, ...sendErrors, OnlySignedRequests],
});

export const renderMessage = operation({
  method: "POST",
  path: "/messages/render",
  summary: "Render a text the way your message would be rendered, without sending it.",
  params: {
    content: noted(text({ max: MAX_MESSAGE_LENGTH }), { example: "Hello, **everyone**!" }),
  },
  audit: notAudited("changes nothing"),
  response: { rendered: text() },
  errors: [UnableToRender],
});

/** `{operator, operand, negated?}`, or the older pair of two strings. */
export type NarrowTerm = { operator: string; operand: unknown; negated?: boolean } | [string, string];
export const narrowTerm = typed<NarrowTerm>(
  explained(anything({ max: MAX_NARROW_TERM_LENGTH }), (term) => {
    if (Array.isArray(term))
      return term.length === 2 && term.every((each) => typeof each === "string")
        ? undefined
        : said`element is not a string pair`;
    if (typeof term !== "object" || term === null) return said`dict or list required`;
    const { operator, operand, negated = false } = term as Record<string, unknown>;
    if (operand === undefined || operand === null) return said`operand is missing`;
    if (operator === undefined || operator === null) return said`operator is missing`;
    if (typeof operator !== "string") return said`operator is not a string`;
    return typeof negated === "boolean" ? undefined : said`negated is not a boolean`;
  }),
);

export const narrow = list(narrowTerm, { max: MAX_NARROW_TERMS });
export const narrowErrors = [
  BadNarrow,
  BadNarrowCombination,
  BlankOperand,
  TooManySearches,
  SearchTooLong,
  TooManySearchWords,
];

export const getMessages = operation({
  method: "GET",
  path: "/messages",
  summary:
    "Get messages around an anchor. If they are very long, fewer are returned than requested, and found_oldest or found_newest is false. Visitors must name web-public channels in the narrow.",
  gate: "visitor",
  params: {
    anchor: optional(shortText(), { note: "A message id, or newest, oldest, first_unread.", example: "newest" }),
    num_before: withDefault(int({ min: 0 }), 0, { example: 20 }),
    num_after: withDefault(int({ min: 0 }), 0),
    include_anchor: withDefault(bool(), true),
    narrow: withDefault(narrow, []),
    message_ids: optional(ids(messageId)),
    client_gravatar: withDefault(bool(), true),
    apply_markdown: withDefault(bool(), true),
    allow_empty_topic_name: withDefault(bool(), false),
    use_first_unread_anchor: withDefault(bool(), false, { deprecated: true }),
  },
  response: {
    messages: list(messageObject),
    anchor: optional(number()),
    found_anchor: bool(),
    found_oldest: bool(),
    found_newest: bool(),
    history_limited: bool(),
  },
  errors: [...narrowErrors, MissingAnchor, UnsupportedCombination, PageTooLong, TooManyMessages],
});

export const matchesNarrow = operation({
  method: "GET",
  path: "/messages/matches_narrow",
  summary: "Check which of these messages match a narrow.",
  params: {
    msg_ids: noted(ids(messageId), { example: [31, 32] }),
    narrow: noted(narrow, { example: [{ operator: "search", operand: "launch" }] }),
  },
  response: { messages: record(strictObject({ match_content: text(), match_subject: text() })) },
  errors: [...narrowErrors, PageTooLong, TooManyMessages],
});

export const messagesState = { max_message_id: int() };
export const searchState = { stop_words: list(text()) };
/** A client that receives fewer direct conversations knows all of them. */
export const RECENT_CONVERSATIONS = 1000;

export const recentDirectState = {
  recent_private_conversations: list(strictObject({ max_message_id: messageId, user_ids: list(userId) })),
};
