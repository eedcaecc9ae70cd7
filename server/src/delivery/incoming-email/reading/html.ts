/**
 * Markdown from the HTML of an email. The HTML is read as a stream, without a tree, and only as far as a message could need. Of what
 * it says only text, emphasis, links, lists, quotes, code and rows of tables stay; styles, scripts and pictures do not.
 */
import { Parser } from "htmlparser2";
import { asWord, plain } from "../../integrations/markup.ts";
import { MAX_HTML_DEPTH, MAX_TEXT_CHARACTERS } from "../limits.ts";

export interface HtmlOptions {
  readonly includesQuotes: boolean;
}

/** Elements whose content is not for readers. */
const HIDDEN = new Set("head style script title template object noscript svg math select textarea iframe".split(" "));
/** Elements that begin and end a line, and those with an empty line around them. */
const LINES = new Set("div tr section article header footer main address dt dd center form".split(" "));
const PARAGRAPHS = new Set("p h1 h2 h3 h4 h5 h6 ul ol table blockquote pre hr".split(" "));
/** Elements that never end. */
const VOID = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
/** What mail programs mark the quoted email with. */
const QUOTE_MARK =
  /\b(?:gmail_quote|gmail_extra|yahoo_quoted|moz-cite-prefix|protonmail_quote|zmail_extra|tutanota_quote)\b/;
const QUOTE_IDS = new Set(["divRplyFwdMsg", "appendonsend", "mail-editor-reference-message-container"]);
/** Deeper quotes and lists look the same. */
const MAX_DEPTH = 6;
const MAX_URL_LENGTH = 2000;
const PIECE = 4096;

const MARKS: Readonly<Record<string, string>> = { b: "**", strong: "**", i: "*", em: "*", del: "~~", s: "~~" };

interface Open {
  readonly name: string;
  /** Its content is left out. */
  readonly isHidden?: boolean;
  /** A link's address, and where its text begins. */
  readonly url?: string | undefined;
  readonly from?: number;
}

export function markdownFrom(html: string, { includesQuotes }: HtmlOptions): string {
  const writer = new Writer();
  const open: Open[] = [];
  let hidden = 0;
  let isOver = false;

  function begin(name: string, attributes: Readonly<Record<string, string>>): Open {
    if (hidden > 0 || HIDDEN.has(name) || isInvisible(attributes)) return { name, isHidden: true };
    if (!includesQuotes && isQuote(name, attributes)) {
      // Outlook marks only where the quoted email begins.
      if (QUOTE_IDS.has(attributes.id ?? "")) isOver = true;
      return { name, isHidden: true };
    }
    if (name === "a") return { name, url: webAddress(attributes.href), from: writer.length };
    writer.begin(name);
    return { name };
  }

  const parser = new Parser({
    onopentag(name, attributes) {
      if (isOver) return;
      const element = begin(name, attributes);
      if (name === "img" && hidden === 0 && !element.isHidden) writer.text(attributes.alt ?? "");
      if (VOID.has(name)) return;
      open.push(element);
      if (element.isHidden) hidden++;
      if (open.length > MAX_HTML_DEPTH || writer.length > MAX_TEXT_CHARACTERS) isOver = true;
    },
    ontext(text) {
      if (!isOver && hidden === 0) writer.text(text);
      if (writer.length > MAX_TEXT_CHARACTERS) isOver = true;
    },
    onclosetag(name) {
      if (VOID.has(name)) return;
      // The parser closes what was left open, so this is always the innermost.
      const element = open.pop();
      if (element?.isHidden) hidden--;
      else if (element && !isOver) writer.end(element);
    },
  });
  // In pieces, because the parser takes the longer for an element the more are open around it.
  for (let at = 0; at < html.length && !isOver; at += PIECE) parser.write(html.slice(at, at + PIECE));
  parser.end();
  return writer.result;
}

const isInvisible = ({ style = "", hidden }: Readonly<Record<string, string>>): boolean =>
  hidden !== undefined || /display\s*:\s*none|font-size\s*:\s*0(?:px)?\s*(?:;|$)/i.test(style.slice(0, 500));

const isQuote = (name: string, { class: names = "", id = "", type }: Readonly<Record<string, string>>): boolean =>
  (name === "blockquote" && type === "cite") || QUOTE_MARK.test(names.slice(0, 500)) || QUOTE_IDS.has(id);

function webAddress(url = ""): string | undefined {
  const written = url.trim();
  if (written.length > MAX_URL_LENGTH || !/^(?:https?:\/\/|mailto:)/i.test(written)) return undefined;
  return URL.parse(written)?.href.replace(
    /[()<>"'`*[\]|\\^{}$~]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

class Writer {
  #text = "";
  #quotes = 0;
  #code = 0;
  readonly #lists: { number: number | undefined }[] = [];
  /** White space that is written before the next text. */
  #gap = "";

  get length(): number {
    return this.#text.length;
  }

  get result(): string {
    return this.#text;
  }

  begin(name: string): void {
    if (name === "br") this.#line();
    if (PARAGRAPHS.has(name)) this.#paragraph();
    else if (LINES.has(name)) this.#line();
    if (name === "blockquote") this.#quotes = Math.min(this.#quotes + 1, MAX_DEPTH);
    if (name === "ul" || name === "ol") this.#lists.push({ number: name === "ol" ? 1 : undefined });
    if (name === "li") this.#item();
    if (name === "hr") this.#write("---");
    if (name === "pre") this.#beginCode();
    if (name === "td" || name === "th") this.#gap ||= " ";
    if (/^h[1-6]$/.test(name)) this.#write("**");
    const mark = this.#code === 0 ? MARKS[name] : undefined;
    if (mark !== undefined) this.#write(mark);
  }

  end({ name, url, from = 0 }: Open): void {
    if (name === "a") this.#link(url, from);
    const mark = this.#code === 0 ? MARKS[name] : undefined;
    if (mark !== undefined) this.#close(mark);
    if (/^h[1-6]$/.test(name)) this.#close("**");
    if (name === "pre") this.#endCode();
    if (name === "blockquote") this.#quotes = Math.max(this.#quotes - 1, 0);
    if (name === "ul" || name === "ol") this.#lists.pop();
    if (PARAGRAPHS.has(name)) this.#paragraph();
    else if (LINES.has(name)) this.#line();
  }

  text(text: string): void {
    if (this.#code > 0) {
      this.#raw(text);
      return;
    }
    const words = text.replace(/\s+/g, " ");
    if (words.startsWith(" ")) this.#gap ||= " ";
    const inner = words.trim();
    if (inner === "") return;
    // What looks like markup was written as text.
    const written = plain(inner, MAX_TEXT_CHARACTERS).source;
    // The mark of a signature is told by its space.
    const isMark = inner === "--" && words.endsWith(" ");
    this.#write(!this.#isAtStart ? written : isMark ? "-- " : asWord(written));
    if (words.endsWith(" ")) this.#gap ||= " ";
  }

  get #isAtStart(): boolean {
    return this.#text === "" || this.#gap.includes("\n") || (this.#gap === "" && this.#text.endsWith("\n"));
  }

  #write(text: string): void {
    const isAtStart = this.#isAtStart;
    if (this.#text !== "") this.#text += this.#gap;
    this.#gap = "";
    if (isAtStart && this.#quotes > 0) this.#text += `${">".repeat(this.#quotes)} `;
    this.#text += text;
  }

  #close(mark: string): void {
    // Emphasis of nothing would be stars.
    if (this.#text.endsWith(mark)) this.#text = this.#text.slice(0, -mark.length);
    // The gap that follows stays outside.
    else this.#text += mark;
  }

  #line(): void {
    if (this.#gap !== "\n\n") this.#gap = "\n";
  }

  #paragraph(): void {
    this.#gap = "\n\n";
  }

  #item(): void {
    this.#line();
    const list = this.#lists.at(-1);
    const depth = Math.min(Math.max(this.#lists.length - 1, 0), MAX_DEPTH);
    const mark = list?.number === undefined ? "*" : `${list.number++}.`;
    this.#write(`${"  ".repeat(depth)}${mark}`);
    this.#gap = " ";
  }

  #link(url: string | undefined, from: number): void {
    if (url === undefined || this.#code > 0) return;
    const label = this.#text.slice(from).trim();
    // A label that is the address itself, or has several lines, stays as it is.
    if (label === "" || label.includes("\n") || URL.parse(label)?.href === url) return;
    if (url === `mailto:${label}`) return;
    const start = this.#text.length - this.#text.slice(from).trimStart().length;
    this.#text = `${this.#text.slice(0, start)}[${this.#text.slice(start).trimEnd()}](${url})`;
  }

  #beginCode(): void {
    this.#write("```");
    this.#text += "\n";
    this.#code++;
  }

  #raw(text: string): void {
    this.#text += text.replaceAll("```", "` ``");
  }

  #endCode(): void {
    this.#code = Math.max(this.#code - 1, 0);
    this.#text += this.#text.endsWith("\n") ? "```" : "\n```";
  }
}
