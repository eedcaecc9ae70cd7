/** An emoji as the system draws it, or a custom image; otherwise its name. */
import { emojiCharacters } from "../markup/emoji-characters.ts";
import type { Emoji } from "./names.ts";
import { type Tone, tonedCharacters } from "./tones.ts";

interface GlyphProps {
  readonly emoji: Emoji;
  readonly tone?: Tone;
}

export function Glyph({ emoji: { name, code, type, imageUrl }, tone = "" }: GlyphProps) {
  if (imageUrl !== undefined) return <img className="emoji-picture" src={imageUrl} alt="" loading="lazy" />;
  const characters = type === "unicode_emoji" ? (tonedCharacters(code, tone) ?? emojiCharacters(code)) : undefined;
  return <span aria-hidden="true">{characters ?? `:${name}:`}</span>;
}
