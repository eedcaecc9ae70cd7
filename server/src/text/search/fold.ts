/** A word as it is compared: without regard to case, width and accents, in every script. */

/** Letters that Unicode does not take apart, as people type them without the key for them. */
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
 * Accents, Arabic vowel marks and Hebrew points, which people leave out. Other marks stay: in Indian scripts they are
 * the vowels, and in Japanese they make another letter.
 */
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640]/gu;

/** Longer words are compared by their beginning; engines store none that are much longer. */
const LONGEST = 64;

export function foldWord(word: string): string {
  // Most words are plain already, and an index is made of millions of them.
  if (/^[a-z0-9]*$/.test(word)) return word.slice(0, LONGEST);
  const decomposed = word.toUpperCase().toLowerCase().normalize("NFKD").replaceAll(ACCENTS, "");
  const plain = decomposed.replaceAll(/[øłđðħıæœþ]/g, (letter) => PLAIN[letter] as string);
  return plain.normalize("NFC").toLowerCase().slice(0, LONGEST).toWellFormed();
}
