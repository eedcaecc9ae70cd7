/** Reactions, in the words of the wire. */
import { apiError, badRequest, messageId, noted, oneOf, operation, optional, text } from "../api/index.ts";

/** Clients that know the older spelling of the built-in namespace send and receive it. */
export const reactionType = noted(oneOf("unicode_emoji", "realm_emoji", "chat_extra_emoji", "zulip_extra_emoji"), {
  note: "zulip_extra_emoji is chat_extra_emoji, for clients that know it so.",
});

export const emojiReference = { emoji_name: text(), emoji_code: text(), reaction_type: reactionType };

export const ReactionAlreadyExists = apiError("REACTION_ALREADY_EXISTS", "Reaction already exists.");
export const ReactionDoesNotExist = apiError("REACTION_DOES_NOT_EXIST", "Reaction doesn't exist.");
export const InvalidEmojiCode = badRequest("Invalid emoji code.");
export const InvalidEmojiName = badRequest("Invalid emoji name.");
export const InvalidCustomEmoji = badRequest("Invalid custom emoji.");
export const NothingNamed = badRequest(
  "At least one of the following arguments must be present: emoji_name, emoji_code",
);

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
  errors: [ReactionAlreadyExists, InvalidEmojiCode, InvalidEmojiName, InvalidCustomEmoji],
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
