/** What can be printed, and how long a text is. */
import { ApiError } from "../api/errors.ts";
import { said } from "../api/sentences.ts";

/** Control characters, surrogates and the code points that are no characters. */
export const UNPRINTABLE =
  /[\p{Cc}\p{Cs}\u{FDD0}-\u{FDEF}]|[\uFFFE\uFFFF]|[\u{1FFFE}\u{1FFFF}\u{2FFFE}\u{2FFFF}\u{3FFFE}\u{3FFFF}\u{4FFFE}\u{4FFFF}\u{5FFFE}\u{5FFFF}\u{6FFFE}\u{6FFFF}\u{7FFFE}\u{7FFFF}\u{8FFFE}\u{8FFFF}\u{9FFFE}\u{9FFFF}\u{AFFFE}\u{AFFFF}\u{BFFFE}\u{BFFFF}\u{CFFFE}\u{CFFFF}\u{DFFFE}\u{DFFFF}\u{EFFFE}\u{EFFFF}\u{FFFFE}\u{FFFFF}\u{10FFFE}\u{10FFFF}]/u;

/** The 1-based position of the first character that cannot be printed, or undefined. */
export function unprintablePosition(text: string): number | undefined {
  const index = [...text].findIndex((character) => UNPRINTABLE.test(character));
  return index === -1 ? undefined : index + 1;
}

/** Counts code points, and counts nothing where the number of code units says enough. */
export function isLonger(text: string, limit: number): boolean {
  return text.length > 2 * limit || (text.length > limit && [...text].length > limit);
}

export function checkLength(name: string, text: string, limit: number): void {
  if (isLonger(text, limit)) throw new ApiError(said`${name} is too long (limit: ${limit} characters)`);
}
