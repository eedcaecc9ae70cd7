/** The initials of a name, in any script. Clients draw them too. */

const WORD = /[\p{L}\p{N}]+/gu;

/** The first letter of the first word and of the last one, in upper case; empty without any letter or digit. */
export function initialsOf(name: string): string[] {
  const words = name.match(WORD) ?? [];
  const shown = words.length > 1 ? [words[0], words.at(-1)] : words;
  return shown.map((word = "") => String.fromCodePoint(word.codePointAt(0) ?? 0).toUpperCase());
}
