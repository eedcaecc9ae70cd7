/** Which emoji a request means. */
import { ApiError, demand } from "../api/index.ts";
import { emojiByCode, emojiByName, isEmojiCode, isExtraEmoji } from "../emoji/emoji.ts";
import { InvalidCustomEmoji, InvalidEmojiCode, InvalidEmojiName, NothingNamed } from "./contract.ts";
import { type ReactionType, toNeutral } from "./dialect.ts";

export interface EmojiReference {
  emoji_name: string;
  emoji_code: string;
  reaction_type: ReactionType;
}

interface Sent {
  emoji_name?: string | undefined;
  emoji_code?: string | undefined;
  reaction_type?: string | undefined;
}

/** The older spelling of the built-in emoji. */
const neutralName = (name: string) => (name === "zulip" ? "chat" : name);

/** Looks the name up for what was left out. */
export function emojiMeant(sent: Sent & { emoji_name: string }): EmojiReference {
  const emoji_name = neutralName(sent.emoji_name);
  const emoji_code = sent.emoji_code === undefined ? undefined : neutralName(sent.emoji_code);
  const reaction_type = sent.reaction_type === undefined ? undefined : toNeutral(sent.reaction_type);
  if (emoji_code !== undefined && reaction_type !== undefined) return { emoji_name, emoji_code, reaction_type };
  const found = emojiNamed(emoji_name);
  if (!found) throw new ApiError(`Emoji '${sent.emoji_name}' does not exist`);
  return {
    emoji_name,
    emoji_code: emoji_code ?? found.emoji_code,
    reaction_type: reaction_type ?? found.reaction_type,
  };
}

function emojiNamed(name: string): Omit<EmojiReference, "emoji_name"> | undefined {
  if (isExtraEmoji(name)) return { emoji_code: name, reaction_type: "chat_extra_emoji" };
  const found = emojiByName(name);
  return found && { emoji_code: found.code, reaction_type: "unicode_emoji" };
}

/** The code says which emoji, the name must be one of its names. */
export function checkEmoji({ emoji_name, emoji_code, reaction_type }: EmojiReference): void {
  switch (reaction_type) {
    case "unicode_emoji":
      demand(isEmojiCode(emoji_code), new InvalidEmojiCode());
      demand(emojiByName(emoji_name)?.code === emoji_code, new InvalidEmojiName());
      break;
    case "chat_extra_emoji":
      demand(isExtraEmoji(emoji_code), new InvalidEmojiCode());
      demand(emoji_name === emoji_code, new InvalidEmojiName());
      break;
    case "realm_emoji":
      throw new InvalidCustomEmoji();
    default:
      throw new Error(reaction_type satisfies never);
  }
}

/** For removal any well-formed code will do: the stored row proves that it was valid once. */
export function emojiToRemove(sent: Sent): Omit<EmojiReference, "emoji_name"> {
  if (sent.emoji_code === undefined) {
    if (sent.emoji_name === undefined) throw new NothingNamed();
    const { emoji_code, reaction_type } = emojiMeant({ ...sent, emoji_name: sent.emoji_name });
    return { emoji_code, reaction_type };
  }
  const emoji_code = neutralName(sent.emoji_code);
  const reaction_type = sent.reaction_type ? toNeutral(sent.reaction_type) : inferred(emoji_code);
  const isWellFormed =
    reaction_type === "realm_emoji" ? /^\d+$/.test(emoji_code) : inferred(emoji_code) === reaction_type;
  demand(isWellFormed, new InvalidEmojiCode());
  return { emoji_code, reaction_type };
}

function inferred(code: string): ReactionType {
  if (isExtraEmoji(code)) return "chat_extra_emoji";
  return emojiByCode(code) ? "unicode_emoji" : "realm_emoji";
}
