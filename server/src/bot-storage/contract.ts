/** What a bot keeps on the server, in the words of the wire. */
import { badRequest, list, operation, optional, record, text } from "../api/index.ts";

export const MAX_STORED_CHARACTERS = 10_000_000;

export const KeyDoesNotExist = badRequest("Key does not exist.");
export const StorageExceeded = badRequest<{ excess: number }>(
  ({ excess }) =>
    `The bot's storage would be ${excess} characters too large (limit: ${MAX_STORED_CHARACTERS} characters).`,
);

const storage = record(text());
const keys = optional(list(text()), { note: "Only these; all when left out." });

export const getBotStorage = operation({
  method: "GET",
  path: "/bot_storage",
  summary: "What you have stored, as a bot.",
  params: { keys },
  response: { storage },
  errors: [KeyDoesNotExist],
});

export const updateBotStorage = operation({
  method: "PUT",
  path: "/bot_storage",
  summary: "Store texts under keys; other keys stay as they are.",
  params: { storage },
  response: {},
});

export const deleteBotStorage = operation({
  method: "DELETE",
  path: "/bot_storage",
  summary: "Delete what is stored under these keys, or everything.",
  params: { keys },
  response: {},
  errors: [KeyDoesNotExist],
});
