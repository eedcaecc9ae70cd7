/**
 * The characters of an emoji code. Codes omit the presentation selector (U+FE0F), without which many emoji are drawn as
 * text; it is restored where Unicode's list has it.
 */
const SELECTOR = "\ufe0f";
const KEYCAP = 0x20e3;

/** Undefined if the code is not a sequence of code points. */
export function emojiCharacters(code: string): string | undefined {
  const points = code.split("-").map((part) => Number.parseInt(part, 16));
  if (points.length === 0 || points.some((point) => !(point >= 0x23 && point <= 0x10ffff) || isSurrogate(point)))
    return undefined;
  return points.map((point, index) => drawn(point, points[index + 1])).join("");
}

const isSurrogate = (point: number): boolean => point >= 0xd800 && point <= 0xdfff;

function drawn(point: number, next: number | undefined): string {
  const character = String.fromCodePoint(point);
  if (next === KEYCAP) return character + SELECTOR;
  const isText =
    /^\p{Emoji}$/u.test(character) && !/^[\p{Emoji_Presentation}\p{Emoji_Modifier}#*0-9]$/u.test(character);
  const isToned = next !== undefined && /^\p{Emoji_Modifier}$/u.test(String.fromCodePoint(next));
  return isText && !isToned ? character + SELECTOR : character;
}
