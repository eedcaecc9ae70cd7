/** Resolves the emoji in a request, for reactions and statuses. */
import { demand } from "../../kernel/api/index.ts";
import {
  CustomEmojiDeactivated,
  InvalidCustomEmoji,
  InvalidCustomEmojiName,
  InvalidEmojiCode,
  InvalidEmojiName,
  NothingNamed,
  unknownEmoji,
} from "./contract.ts";
import type { CustomEmojiSet } from "./custom.ts";
import { type ReactionType, toNeutral, toNeutralName } from "./dialect.ts";
import { emojiByCode, emojiByName, isEmojiCode, isExtraEmoji, isNameOf } from "./emoji.ts";
import { FORMER_NAMES } from "./former-names.ts";

export interface EmojiReference {
  emoji_name: string;
  emoji_code: string;
  reaction_type: ReactionType;
}

interface EmojiRequest {
  emoji_name?: string | undefined;
  emoji_code?: string | undefined;
  reaction_type?: string | undefined;
}

/** The organization, whose custom emoji are searched first. */
interface Owner {
  readonly customEmoji: CustomEmojiSet;
}

/** Finds what the request omits by the name. */
export function emojiMeant(realm: Owner, sent: EmojiRequest & { emoji_name: string }): EmojiReference {
  const reaction_type = sent.reaction_type === undefined ? undefined : toNeutral(sent.reaction_type);
  if (sent.emoji_code !== undefined && reaction_type !== undefined)
    return { ...neutral(sent.emoji_name, sent.emoji_code, reaction_type), reaction_type };
  const found = emojiNamed(realm, sent.emoji_name);
  if (!found) throw unknownEmoji({ name: sent.emoji_name });
  const type = reaction_type ?? found.reaction_type;
  return { ...neutral(sent.emoji_name, sent.emoji_code ?? found.emoji_code, type), reaction_type: type };
}

/** Keeps the name of a custom emoji: it may be that of the built-in one. */
function neutral(name: string, code: string, type: ReactionType): Omit<EmojiReference, "reaction_type"> {
  if (type === "realm_emoji") return { emoji_name: name, emoji_code: code };
  return { emoji_name: toNeutralName(name), emoji_code: toNeutralName(code) };
}

/** Custom emoji take precedence. */
function emojiNamed({ customEmoji }: Owner, name: string): Omit<EmojiReference, "emoji_name"> | undefined {
  const custom = customEmoji.named(name);
  if (custom) return { emoji_code: custom.code, reaction_type: "realm_emoji" };
  const builtIn = toNeutralName(name);
  if (isExtraEmoji(builtIn)) return { emoji_code: builtIn, reaction_type: "chat_extra_emoji" };
  const found = emojiByName(name);
  return found && { emoji_code: found.code, reaction_type: "unicode_emoji" };
}

/** The code determines the emoji; the name must be one of its names. */
export function checkEmoji({ customEmoji }: Owner, { emoji_name, emoji_code, reaction_type }: EmojiReference): void {
  switch (reaction_type) {
    case "unicode_emoji":
      demand(isEmojiCode(emoji_code), new InvalidEmojiCode());
      demand(isNameOf(emoji_name, emoji_code), new InvalidEmojiName());
      break;
    case "chat_extra_emoji":
      demand(isExtraEmoji(emoji_code), new InvalidEmojiCode());
      demand(emoji_name === emoji_code, new InvalidEmojiName());
      break;
    case "realm_emoji": {
      const custom = customEmoji.withCode(emoji_code);
      if (!custom) throw new InvalidCustomEmoji();
      demand(custom.name === emoji_name, new InvalidCustomEmojiName());
      demand(!custom.deactivated, new CustomEmojiDeactivated());
      break;
    }
    default:
      throw new Error(reaction_type satisfies never);
  }
}

type EmojiToRemove = Omit<EmojiReference, "emoji_name"> & {
  /** What the name meant earlier, if only the name was sent. */
  readonly former_code?: string;
};

/** Removal accepts any well-formed code: the stored row proves that it was valid once. */
export function emojiToRemove(realm: Owner, sent: EmojiRequest): EmojiToRemove {
  if (sent.emoji_code === undefined) {
    if (sent.emoji_name === undefined) throw new NothingNamed();
    const { emoji_code, reaction_type } = emojiMeant(realm, { ...sent, emoji_name: sent.emoji_name });
    const former_code = reaction_type === "unicode_emoji" ? FORMER_NAMES.get(sent.emoji_name) : undefined;
    return { emoji_code, reaction_type, ...(former_code === undefined ? {} : { former_code }) };
  }
  const emoji_code = toNeutralName(sent.emoji_code);
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
