/** Converts a message to a few lines of plain text that fit on a phone's lock screen, and are safe to show there. */
import { unescaped } from "../../text/markdown/html.ts";

export const MAX_SHORT_TEXT = 200;

/** Elements that start and end a line. */
const BLOCKS = new Set([
  "p",
  "div",
  "li",
  "ul",
  "ol",
  "blockquote",
  "pre",
  "tr",
  "table",
  "hr",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
]);
const VOID = new Set(["br", "hr", "img", "input"]);
/** Images are left out. A formula is contained twice; its source is enough. */
const UNSEEN = /(?:^| )(?:message_inline_image|message_embed|katex|spoiler-content)(?: |$)/;
const TOKEN = /<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|[^">])*)>|[^<]+/gi;

interface Element {
  readonly name: string;
  readonly isSilent: boolean;
}

class Lines {
  readonly #lines: string[] = [];
  #current = "";
  quotes = 0;

  add(text: string): void {
    this.#current += text;
  }

  end(): void {
    const line = this.#current.replace(/\s+/g, " ").trim();
    if (line !== "") this.#lines.push("> ".repeat(this.quotes) + line);
    this.#current = "";
  }

  toString(): string {
    this.end();
    return this.#lines.join("\n");
  }
}

/** The HTML is our own, so it is well-formed. */
export function shortText(html: string): string {
  const lines = new Lines();
  const open: Element[] = [];
  for (const [token, closing, name = "", attributes = ""] of html.matchAll(TOKEN)) {
    const isSilent = open.at(-1)?.isSilent ?? false;
    if (name === "") {
      if (!isSilent) addText(lines, token);
    } else if (closing) {
      if (BLOCKS.has(name)) lines.end();
      if (name === "blockquote") lines.quotes--;
      open.pop();
    } else {
      const element = enter(lines, name, attributes, isSilent);
      if (!VOID.has(name)) open.push(element);
    }
  }
  return cut(lines.toString());
}

/** Keeps line breaks in the text, such as in code. */
function addText(lines: Lines, text: string): void {
  const [first = "", ...more] = unescaped(text).split("\n");
  lines.add(first);
  for (const line of more) {
    lines.end();
    lines.add(line);
  }
}

function enter(lines: Lines, name: string, attributes: string, isSilent: boolean): Element {
  const names = attribute(attributes, "class");
  if (BLOCKS.has(name) || name === "br") lines.end();
  if (name === "blockquote") lines.quotes++;
  if (name === "annotation") return { name, isSilent: false };
  if (isSilent) return { name, isSilent };
  if (name === "li") lines.add("- ");
  if (name === "img") lines.add(attribute(attributes, "alt"));
  const emoji = / emoji-([0-9a-f-]+)/.exec(` ${names}`)?.[1];
  if (emoji) lines.add(String.fromCodePoint(...emoji.split("-").map((code) => Number.parseInt(code, 16))));
  if (names.includes("spoiler-content")) lines.add("(…)");
  return { name, isSilent: emoji !== undefined || UNSEEN.test(names) };
}

const attribute = (attributes: string, name: string): string =>
  unescaped(new RegExp(` ${name}="([^"]*)"`).exec(` ${attributes}`)?.[1] ?? "");

function cut(text: string): string {
  const characters = [...text];
  return characters.length <= MAX_SHORT_TEXT ? text : `${characters.slice(0, MAX_SHORT_TEXT - 1).join("")}…`;
}
