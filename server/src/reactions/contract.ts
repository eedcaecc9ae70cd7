/** Reactions, in the words of the wire. */
import { apiError, messageId, noted, operation, optional, text } from "../api/index.ts";
import {
  CustomEmojiDeactivated,
  InvalidCustomEmoji,
  InvalidCustomEmojiName,
  InvalidEmojiCode,
  InvalidEmojiName,
  NothingNamed,
  reactionType,
} from "../emoji/contract.ts";

export const ReactionAlreadyExists = apiError("REACTION_ALREADY_EXISTS", "Reaction already exists.");
export const ReactionDoesNotExist = apiError("REACTION_DOES_NOT_EXIST", "Reaction doesn't exist.");

export const addReaction = operation({
  method: "POST",
  path: "/messages/{message_id}/reactions",
  summary: "React to a message with an emoji.",
  params: {
    message_id: messageId,
    emoji_name: noted(text(), { example: "tada" }),
    emoji_code: optional(text(), { note: "Found by the name when left out." }),
    reaction_type: optional(reactionType),
  },
  response: {},
  errors: [
    ReactionAlreadyExists,
    InvalidEmojiCode,
    InvalidEmojiName,
    InvalidCustomEmoji,
    InvalidCustomEmojiName,
    CustomEmojiDeactivated,
  ],
});

export const removeReaction = operation({
  method: "DELETE",
  path: "/messages/{message_id}/reactions",
  summary: "Remove one of your reactions from a message.",
  params: {
    message_id: messageId,
    emoji_name: optional(text(), { example: "tada" }),
    emoji_code: optional(text(), { note: "Finds a reaction made under older emoji data." }),
    reaction_type: optional(reactionType, { since: 2 }),
  },
  response: {},
  errors: [ReactionDoesNotExist, InvalidEmojiCode, NothingNamed],
});
