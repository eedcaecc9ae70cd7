/** Normalises a word for comparison: ignores case, width and accents, in every script. */

/** Letters that Unicode does not decompose, as people type them on other keyboards. */
const PLAIN: Readonly<Record<string, string>> = {
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
  æ: "ae",
  œ: "oe",
  þ: "th",
};

/**
 * Accents, Arabic vowel marks and Hebrew points, which people leave out. Other marks are kept: in Indian scripts they
 * are vowels, and in Japanese they form different letters.
 */
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640]/gu;

/** Longer words are compared by their first characters; the engines do not store much longer ones. */
const LONGEST = 64;

export function foldWord(word: string): string {
  // Most words are already plain, and an index contains millions of them.
  if (/^[a-z0-9]*$/.test(word)) return word.slice(0, LONGEST);
  const decomposed = word.toUpperCase().toLowerCase().normalize("NFKD").replaceAll(ACCENTS, "");
  const plain = decomposed.replaceAll(/[øłđðħıæœþ]/g, (letter) => PLAIN[letter] as string);
  return plain.normalize("NFC").toLowerCase().slice(0, LONGEST).toWellFormed();
}
