/** Inserts links from a selection, a pasted URL, or both. */
import { type Edited, inserted, selected } from "./edited.ts";

const LINK = /^\[([^[\]\n]*)\]\(([^()\s]*)\)$/;
const PLACEHOLDER = "https://";

/** The selection becomes the text of a link, with the caret at its URL; a selected link becomes plain text. */
export function insertLink(edited: Edited): Edited {
  const { text, start, end } = edited;
  const piece = selected(edited);
  const link = LINK.exec(piece);
  if (link) {
    const name = link[1] ?? "";
    return { text: text.slice(0, start) + name + text.slice(end), start, end: start + name.length };
  }
  if (isAddress(piece)) {
    // A selected URL becomes the target: the text comes next.
    const made = inserted(edited, `[](${inParentheses(piece)})`);
    return { ...made, start: start + 1, end: start + 1 };
  }
  const made = inserted(edited, `[${linkText(piece)}](${PLACEHOLDER})`);
  const from = made.end - PLACEHOLDER.length - 1;
  return { ...made, start: from, end: from + PLACEHOLDER.length };
}

/** A URL pasted over text makes it a link; anything else is pasted unchanged. */
export function pasteOver(edited: Edited, pasted: string): Edited | undefined {
  const words = selected(edited);
  const address = pasted.trim();
  const takesLink = words.trim() !== "" && !words.includes("\n") && !isAddress(words.trim());
  if (!takesLink || !isAddress(address)) return undefined;
  return inserted(edited, `[${linkText(words)}](${inParentheses(address)})`);
}

export function isAddress(text: string): boolean {
  return /^(?:https?:\/\/|mailto:)\S+$/i.test(text) && URL.canParse(text);
}

/** Brackets would end the link text and cannot be escaped: they become entities. */
export const linkText = (words: string): string =>
  words
    .replaceAll("[", "&#91;")
    .replaceAll("]", "&#93;")
    .replaceAll(/\s*\n\s*/g, " ");

/** A URL with unbalanced parentheses would end too early. */
export const inParentheses = (address: string): string =>
  address.replaceAll(" ", "%20").replaceAll("(", "%28").replaceAll(")", "%29");
