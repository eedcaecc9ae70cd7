/** The bot storage contract. */
import {
  badRequest,
  list,
  MAX_SHORT_TEXT_LENGTH,
  notAudited,
  operation,
  optional,
  record,
  said,
  shortText,
  text,
} from "../../kernel/api/index.ts";
import { collections } from "../../kernel/limits/collections.ts";

export const MAX_STORED_CHARACTERS = 10_000_000;
const MAX_KEYS_AT_ONCE = 1000;
/** A request body cannot hold more. */
const MAX_VALUE_LENGTH = 1_000_000;

export const KeyDoesNotExist = badRequest("Key does not exist.");
export const StorageExceeded = badRequest<{ excess: number }>(
  ({ excess }) =>
    said`The bot's storage would be ${excess} characters too large (limit: ${MAX_STORED_CHARACTERS} characters).`,
);

const keys = optional(list(shortText(), { max: MAX_KEYS_AT_ONCE }), { note: "Only these keys; all when omitted." });

export const getBotStorage = operation({
  method: "GET",
  path: "/bot_storage",
  summary: "Get what this bot has stored.",
  params: { keys },
  response: { storage: record(text()) },
  errors: [KeyDoesNotExist],
});

export const updateBotStorage = operation({
  method: "PUT",
  path: "/bot_storage",
  summary: "Store texts under keys; other keys are unchanged.",
  params: {
    storage: record(text({ max: MAX_VALUE_LENGTH }), { max: MAX_KEYS_AT_ONCE, maxKey: MAX_SHORT_TEXT_LENGTH }),
  },
  audit: notAudited("the bot's own data"),
  response: {},
  errors: [collections.bot_storage_keys.Full],
});

export const deleteBotStorage = operation({
  method: "DELETE",
  path: "/bot_storage",
  summary: "Delete stored keys, or everything.",
  params: { keys },
  audit: notAudited("the bot's own data"),
  response: {},
  errors: [KeyDoesNotExist],
});
