/**
 * The Unicode emoji and their names. A code is the hexadecimal code points joined with `-`, without the presentation
 * selector U+FE0F; every name means exactly one code.
 */
import data from "./data.json" with { type: "json" };
import { FORMER_NAMES } from "./former-names.ts";

export interface Emoji {
  readonly code: string;
  /** The canonical name, used in rendered HTML. */
  readonly name: string;
}

/** By code, the names with spaces between them. */
const namesByCode: Readonly<Record<string, string>> = data;
/** Made with the first text that names an emoji. */
let codeByName: Map<string, string> | undefined;

function codeNamed(name: string): string | undefined {
  codeByName ??= new Map(
    Object.entries(namesByCode).flatMap(([code, names]) => names.split(" ").map((each) => [each, code] as const)),
  );
  return codeByName.get(name);
}

/** The emoji that is not a Unicode character: its code is its name. */
export const EXTRA_EMOJI: readonly string[] = ["chat"];

/** The path of its image; clients build the URL from its name. */
export const EXTRA_EMOJI_PREFIX = "/static/generated/emoji/images/emoji/unicode/";

export function emojiByName(name: string): Emoji | undefined {
  const code = codeNamed(name);
  return code === undefined ? undefined : emojiByCode(code);
}

export function emojiByCode(code: string): Emoji | undefined {
  if (!isEmojiCode(code)) return undefined;
  const [name = ""] = (namesByCode[code] as string).split(" ", 1);
  return { code, name };
}

export function isEmojiCode(code: string): boolean {
  return Object.hasOwn(namesByCode, code);
}

/** Whether the name and the code belong together, or once did. */
export function isNameOf(name: string, code: string): boolean {
  return codeNamed(name) === code || FORMER_NAMES.get(name) === code;
}

export function isExtraEmoji(name: string): boolean {
  return EXTRA_EMOJI.includes(name);
}

/** The data from which clients learn all emoji: each code's names, canonical first. */
export function codeToNames(): Record<string, readonly string[]> {
  return Object.fromEntries(Object.entries(namesByCode).map(([code, names]) => [code, names.split(" ")]));
}

/** The code of an emoji character (`❤️` is `2764`), whether or not it is in the table. */
export function codeOf(characters: string): string {
  return Array.from(characters, (character) => character.codePointAt(0) ?? 0)
    .filter((point) => point !== 0xfe0f)
    .map((point) => point.toString(16).padStart(4, "0"))
    .join("-");
}

/** Emoticons, for users with `translate_emoticons`. */
export const EMOTICONS: ReadonlyMap<string, string> = new Map([
  [":)", "slight_smile"],
  ["(:", "slight_smile"],
  [":(", "frown"],
  ["<3", "heart"],
  [":|", "neutral"],
  [":/", "confused"],
  [";)", "wink"],
  [":D", "smile"],
  [":o", "open_mouth"],
  [":O", "open_mouth"],
  [":p", "stuck_out_tongue"],
  [":P", "stuck_out_tongue"],
]);
