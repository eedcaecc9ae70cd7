/** Folds texts for searching: ignores case, accents and marks. */

/** Letters that Unicode does not decompose. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ħ: "h",
  ı: "i",
};
const UNDIVIDED = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");
const MARKS = /\p{M}+/gu;
// In scripts without spaces, any character may begin a word.
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[^\P{Letter}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+|\p{Number}+|[\p{S}&&\P{ASCII}]/gv;

export function fold(text: string): string {
  // Lower-casing comes second: a mathematical A has no lower case until it is normalized.
  const plain = text.normalize("NFKD").toLowerCase().normalize("NFKD").replace(MARKS, "");
  return plain.replace(UNDIVIDED, (letter) => LETTERS[letter] ?? letter).normalize("NFC");
}

/** The words of a folded text. */
export function wordsOf(folded: string): string[] {
  return folded.match(WORD) ?? [];
}
