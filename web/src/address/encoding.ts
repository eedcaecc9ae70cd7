/** Encodes strings as parts of a fragment. */
import { fragmentPart } from "@parley/server/text/markdown/addresses.ts";

export const encodePart = fragmentPart;

/** The decoded string, or undefined if it is malformed. Browsers may have added `%` escapes. */
export function decodePart(part: string): string | undefined {
  try {
    return decodeURIComponent(part.replaceAll(".", "%"));
  } catch {
    return undefined;
  }
}

/** Characters removed from names in addresses: names are only for people to read, the id counts. */
// biome-ignore lint/complexity/useRegexLiterals: a literal would need the slash and the backtick escaped
const UNREADABLE = new RegExp('[\\s"%/<>`\\p{C}]+', "gu");

/** A name after an id, as in `7-Mei-Tanaka`. */
export function slugged(id: number | string, name: string | undefined): string {
  return name === undefined || name === "" ? `${id}` : `${id}-${encodePart(name.replace(UNREADABLE, "-"))}`;
}

const LEADING_ID = /^(\d+)(?:-|$)/;
const WHOLE_ID = /^\d+$/;

/** The number that a slug begins with. */
export function leadingId(slug: string): number | undefined {
  return safeId(LEADING_ID.exec(slug)?.[1]);
}

/** A part that consists of a number only. */
export function wholeId(part: string): number | undefined {
  return WHOLE_ID.test(part) ? safeId(part) : undefined;
}

function safeId(digits: string | undefined): number | undefined {
  const id = Number(digits);
  return Number.isSafeInteger(id) ? id : undefined;
}
