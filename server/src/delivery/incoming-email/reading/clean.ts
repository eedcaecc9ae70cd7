/** Characters that a message cannot contain or nobody can see, except line breaks and tabs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
const UNWANTED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff\p{Cs}]/gu;

/** Far more than is posted: what is cut of a text may be quoted below it. */
const MAX_CHARACTERS = 1024 * 1024;

/** A text with `\n` between its lines, and without characters that a message cannot contain. */
export const cleanText = (text: string): string =>
  text.slice(0, MAX_CHARACTERS).toWellFormed().replace(/\r\n?/g, "\n").replace(UNWANTED, "").replaceAll("\u00a0", " ");
