/**
 * Skin tones. The API knows emoji without them only, so reactions and statuses have none; in a text the characters
 * themselves are written.
 */
import { emojiCharacters } from "../markup/emoji-characters.ts";
import { Remembered, useRemembered } from "../state/remembered.ts";

/** Code points; the first is the emoji as it is. */
export const TONES = ["", "1f3fb", "1f3fc", "1f3fd", "1f3fe", "1f3ff"] as const;
export type Tone = (typeof TONES)[number];

const chosen = new Remembered<Tone>("emoji-tone", "");
export const chooseTone = (tone: Tone): void => chosen.set(tone);
export const useTone = (): Tone => useRemembered(chosen);

const BASE = /^\p{Emoji_Modifier_Base}$/u;
const EMOJI = /^\p{RGI_Emoji}$/v;

/** The characters of an emoji in a tone; undefined if it has none. */
export function tonedCharacters(code: string, tone: Tone): string | undefined {
  if (tone === "") return undefined;
  const points = code.split("-");
  const bases = points.flatMap((point, at) => (isBase(point) ? [at] : []));
  for (const changed of subsets(bases)) {
    const toned = points.flatMap((point, at) => (changed.includes(at) ? [point, tone] : [point]));
    const characters = emojiCharacters(toned.join("-"));
    if (characters !== undefined && EMOJI.test(characters)) return characters;
  }
  return undefined;
}

/** Whether the character can have a tone. */
function isBase(point: string): boolean {
  const [character = ""] = emojiCharacters(point) ?? "";
  return BASE.test(character);
}

/** Larger ones first: of two people both get the tone, but not their hands. */
function subsets(positions: readonly number[]): readonly (readonly number[])[] {
  const all: number[][] = [[]];
  for (const at of positions) all.push(...all.map((each) => [...each, at]));
  return all.filter((each) => each.length > 0).sort((one, other) => other.length - one.length);
}
