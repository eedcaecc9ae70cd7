/** The custom emoji contract. */
import {
  apiError,
  badRequest,
  bool,
  InsufficientPermission,
  noted,
  nullable,
  operation,
  record,
  said,
  shortText,
  strictObject,
  text,
  userId,
} from "../../kernel/api/index.ts";
import { NotForBots, NotForGuests } from "../../kernel/http/gate.ts";
import { collections } from "../../kernel/limits/collections.ts";
import { pictureErrors } from "../pictures/contract.ts";

export const customEmoji = strictObject({
  id: text(),
  name: text(),
  source_url: text(),
  still_url: noted(nullable(text()), {
    note: "For an animated emoji: its first frame, to show when it is not playing.",
  }),
  deactivated: noted(bool(), { note: "Messages and reactions still show it, but nobody can use it any more." }),
  author_id: nullable(userId),
});
const emojiById = noted(record(customEmoji), { note: "By id." });

export const EmojiNameMissing = badRequest("Emoji name is missing");
export const EmojiNameEnd = badRequest("Emoji names must end with either a letter or digit.");
export const EmojiNameCharacters = badRequest(
  "Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.",
);
export const EmojiNameTaken = badRequest("A custom emoji with this name already exists.");
export const OneFileNeeded = badRequest("You must upload exactly one file.");
export const OnlyAdministratorsOverride = badRequest("Only administrators can override default emoji.");
export const NoSuchEmoji = apiError<{ emoji_name: string }>(
  "BAD_REQUEST",
  ({ emoji_name }) => said`Emoji '${emoji_name}' does not exist`,
  { status: 404 },
);
export const NotEmojiAuthor = badRequest("Must be an organization administrator or emoji author");

const emoji_name = noted(shortText(), { note: "Spaces are replaced with underscores.", example: "party_parrot" });

export const getCustomEmoji = operation({
  method: "GET",
  path: "/realm/emoji",
  summary: "List the organization's custom emoji, including deactivated ones.",
  response: { emoji: emojiById },
});

export const addCustomEmoji = operation({
  method: "POST",
  path: "/realm/emoji/{emoji_name}",
  summary: "Add a custom emoji. Its image is scaled to 64 by 64 pixels.",
  gate: "member",
  tail: "emoji_name",
  takesFile: true,
  params: { emoji_name },
  audit: ["custom_emoji_added"],
  response: {},
  errors: [
    collections.custom_emoji.Full,
    NotForGuests,
    NotForBots,
    EmojiNameMissing,
    EmojiNameEnd,
    EmojiNameCharacters,
    InsufficientPermission,
    EmojiNameTaken,
    OneFileNeeded,
    OnlyAdministratorsOverride,
    ...pictureErrors,
  ],
});

export const deactivateCustomEmoji = operation({
  method: "DELETE",
  path: "/realm/emoji/{emoji_name}",
  summary: "Deactivate a custom emoji. Existing messages and reactions still show it, and its name can be used again.",
  tail: "emoji_name",
  params: { emoji_name },
  audit: ["custom_emoji_deactivated"],
  response: {},
  errors: [NoSuchEmoji, NotEmojiAuthor],
});

export const customEmojiState = { realm_emoji: emojiById };
