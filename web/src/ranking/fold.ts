/** Texts as they are compared when people look for something: without case, accents and marks. */

/** Letters that Unicode does not take apart into a letter and a mark. */
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
// Where words are not set apart, each character may begin one.
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[^\P{Letter}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+|\p{Number}+|[\p{S}&&\P{ASCII}]/gv;

export function fold(text: string): string {
  // Lower case comes second: a mathematical A has none until it is taken for an A.
  const plain = text.normalize("NFKD").toLowerCase().normalize("NFKD").replace(MARKS, "");
  return plain.replace(UNDIVIDED, (letter) => LETTERS[letter] ?? letter).normalize("NFC");
}

/** The words of a text that is folded. */
export function wordsOf(folded: string): string[] {
  return folded.match(WORD) ?? [];
}
