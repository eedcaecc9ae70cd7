// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const PLAIN = /^[\u0000-\u007f]*$/;

/** Folds names for comparison: ignores case in every script, not only ASCII. */
export function fold(name: string): string {
  if (PLAIN.test(name)) return name.toLowerCase();
  // Upper case first: it unifies several lower-case forms (ß and ss, final and medial sigma).
  return name.normalize("NFC").toUpperCase().toLowerCase();
}
