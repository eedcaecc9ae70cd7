/** The contract for referring to an emoji, in reactions and statuses. */
import { badRequest, noted, oneOf, said, text } from "../../kernel/api/index.ts";

/** Clients that know the older spelling of the built-in namespace send and receive it. */
export const REACTION_TYPES = ["unicode_emoji", "realm_emoji", "chat_extra_emoji", "zulip_extra_emoji"] as const;

export const reactionType = noted(oneOf(...REACTION_TYPES), {
  note: "zulip_extra_emoji is an alias of chat_extra_emoji, for existing clients.",
});

export const emojiReference = { emoji_name: text(), emoji_code: text(), reaction_type: reactionType };

export const InvalidEmojiCode = badRequest("Invalid emoji code.");
export const InvalidEmojiName = badRequest("Invalid emoji name.");
export const InvalidCustomEmoji = badRequest("Invalid custom emoji.");
export const InvalidCustomEmojiName = badRequest("Invalid custom emoji name.");
export const CustomEmojiDeactivated = badRequest("This custom emoji has been deactivated.");
export const NothingNamed = badRequest(
  "At least one of the following arguments must be present: emoji_name, emoji_code",
);
export const unknownEmoji = badRequest<{ name: string }>(({ name }) => said`Emoji '${name}' does not exist`);
