/** HTML in which every value is escaped unless it is already HTML. */

import { isRightToLeft, languageTag } from "../languages.ts";

export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

type HtmlPiece = Html | string | number | undefined | false | readonly HtmlPiece[];

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");

function toHtml(piece: HtmlPiece): string {
  if (piece === undefined || piece === false) return "";
  if (piece instanceof Html) return piece.text;
  if (typeof piece === "object") return piece.map(toHtml).join("");
  return escapeHtml(String(piece));
}

export function html(parts: TemplateStringsArray, ...pieces: readonly HtmlPiece[]): Html {
  return new Html(parts.map((part, index) => part + toHtml(pieces[index])).join(""));
}

/** For the root element: the language of our words for these readers, and its direction. */
export const languageAttributes = (language: string): Html =>
  html`lang="${languageTag(language)}"${isRightToLeft(language) && html` dir="rtl"`}`;

/** For text that is already safe: rendered Markdown. */
export const trusted = (text: string): Html => new Html(text);
