/** The drafts contract. */

import { InvalidChannelId } from "../../channels/contract.ts";
import {
  apiError,
  badRequest,
  int,
  list,
  MAX_RECIPIENTS,
  notAudited,
  noted,
  number,
  oneOf,
  operation,
  optional,
  shortText,
  strictObject,
  text,
  timestamp,
  type ValueOf,
} from "../../kernel/api/index.ts";
import { MAX_MESSAGE_LENGTH } from "../../kernel/api/limits.ts";
import { collections } from "../../kernel/limits/collections.ts";
import { InaccessibleRecipients, MessageHasNullBytes } from "../../messages/contract.ts";
import { shownTopic } from "../../text/topics.ts";

/** In one request. */
const MAX_DRAFTS_AT_ONCE = 5000;
/** The number of drafts in the snapshot. */
export const MAX_DRAFTS_AT_REGISTRATION = 1000;

export const SynchronizationIsOff = badRequest("User has disabled synchronizing drafts.");
/** Also for other users' drafts. */
export const DraftDoesNotExist = apiError("BAD_REQUEST", "Draft does not exist", { status: 404 });
export const NegativeTimestamp = badRequest("Timestamp must not be negative.");
export const TimestampTooLarge = badRequest("Timestamp is too large.");
export const TopicHasNullBytes = badRequest("Topic must not contain null bytes");
export const NotOneChannel = badRequest("Must specify exactly 1 channel ID for channel messages");
export const UnaddressedHasRecipients = badRequest("A draft without a type must not have recipients.");

const type = oneOf("", "stream", "private");

/** A draft in a request: it has no id, because its place in the request identifies it. Other keys are rejected. */
const sentDraft = strictObject({
  type,
  to: noted(list(int(), { max: MAX_RECIPIENTS }), {
    note: "The id of the channel, or the ids of the people; empty if it has no recipient yet.",
  }),
  topic: noted(shortText({ nullBytes: true }), { note: "Ignored unless the draft is for a channel." }),
  content: text({ max: MAX_MESSAGE_LENGTH, uncountedMargin: true, notBlank: true, nullBytes: true }),
  timestamp: optional(number(), { note: "When it was last edited, in UNIX seconds; defaults to now." }),
});

export const draftObject = strictObject({
  id: int(),
  type,
  to: list(int()),
  topic: text(),
  content: text(),
  timestamp: timestamp(),
});
export type SentDraft = ValueOf<typeof sentDraft>;
export type Draft = ValueOf<typeof draftObject>;

/** Uses the client's name for the empty topic. */
export const draftForClient = (draft: Draft, knowsEmptyTopic: boolean): Draft =>
  draft.type === "stream" ? { ...draft, topic: shownTopic(draft.topic, knowsEmptyTopic) } : draft;

const example: SentDraft = { type: "stream", to: [1], topic: "logo", content: "What if it were" };
const addressErrors = [
  MessageHasNullBytes,
  TopicHasNullBytes,
  NotOneChannel,
  UnaddressedHasRecipients,
  InvalidChannelId,
  InaccessibleRecipients,
  NegativeTimestamp,
  TimestampTooLarge,
];

export const getDrafts = operation({
  method: "GET",
  path: "/drafts",
  summary: "List your drafts, most recently edited first.",
  response: { count: int(), drafts: list(draftObject) },
  errors: [SynchronizationIsOff],
});

export const createDrafts = operation({
  method: "POST",
  path: "/drafts",
  summary: "Save drafts on the server: all of them, or none if one is invalid.",
  params: { drafts: noted(list(sentDraft, { max: MAX_DRAFTS_AT_ONCE }), { example: [example] }) },
  audit: notAudited("only its user sees it"),
  response: { ids: noted(list(int()), { note: "In the order of the drafts in the request." }) },
  errors: [SynchronizationIsOff, collections.drafts.Full, collections.draft_characters.Full, ...addressErrors],
});

export const editDraft = operation({
  method: "PATCH",
  path: "/drafts/{draft_id}",
  summary: "Replace one of your drafts.",
  params: { draft_id: int(), draft: noted(sentDraft, { example }) },
  audit: notAudited("only its user sees it"),
  response: {},
  errors: [SynchronizationIsOff, DraftDoesNotExist, collections.draft_characters.Full, ...addressErrors],
});

export const deleteDraft = operation({
  method: "DELETE",
  path: "/drafts/{draft_id}",
  summary: "Delete one of your drafts.",
  params: { draft_id: int() },
  audit: notAudited("only its user sees it"),
  response: {},
  errors: [SynchronizationIsOff, DraftDoesNotExist],
});

export const draftsState = { drafts: list(draftObject) };
