/** The rules for emoji names. */
import { demand } from "../../kernel/api/index.ts";
import { toNeutralName } from "../../text/emoji/dialect.ts";
import { emojiByName, isExtraEmoji } from "../../text/emoji/emoji.ts";
import { EmojiNameCharacters, EmojiNameEnd, EmojiNameMissing } from "./contract.ts";

export const normaliseEmojiName = (sent: string): string => sent.trim().replaceAll(" ", "_");

export function checkEmojiName(name: string): void {
  demand(name !== "", new EmojiNameMissing());
  demand(/^[0-9a-z_-]+$/.test(name), new EmojiNameCharacters());
  demand(/[0-9a-z]$/.test(name), new EmojiNameEnd());
}

/** Whether the name already means a built-in emoji. */
export const isBuiltInName = (name: string): boolean =>
  isExtraEmoji(toNeutralName(name)) || emojiByName(name) !== undefined;
