/** The reactions contract. */
import { apiError, messageId, notAudited, noted, operation, optional, shortText } from "../../kernel/api/index.ts";
import { collections } from "../../kernel/limits/collections.ts";
import {
  CustomEmojiDeactivated,
  InvalidCustomEmoji,
  InvalidCustomEmojiName,
  InvalidEmojiCode,
  InvalidEmojiName,
  NothingNamed,
  reactionType,
} from "../../text/emoji/contract.ts";
import { InvalidMessage } from "../contract.ts";

export const ReactionAlreadyExists = apiError("REACTION_ALREADY_EXISTS", "Reaction already exists.");
export const ReactionDoesNotExist = apiError("REACTION_DOES_NOT_EXIST", "Reaction doesn't exist.");

export const addReaction = operation({
  method: "POST",
  path: "/messages/{message_id}/reactions",
  isLight: true,
  summary: "React to a message with an emoji.",
  params: {
    message_id: messageId,
    emoji_name: noted(shortText(), { example: "tada" }),
    emoji_code: optional(shortText(), { note: "Looked up by the name when omitted." }),
    reaction_type: optional(reactionType),
  },
  audit: notAudited("shown with the message, and only one's own"),
  response: {},
  errors: [
    collections.reactions_by_user.Full,
    collections.emoji_on_message.Full,
    InvalidMessage,
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
  isLight: true,
  summary: "Remove one of your reactions from a message.",
  params: {
    message_id: messageId,
    emoji_name: optional(shortText(), { example: "tada" }),
    emoji_code: optional(shortText(), { note: "Finds a reaction made with older emoji data." }),
    reaction_type: optional(reactionType, { since: 2 }),
  },
  audit: notAudited("shown with the message, and only one's own"),
  response: {},
  errors: [InvalidMessage, ReactionDoesNotExist, InvalidEmojiCode, NothingNamed],
});
