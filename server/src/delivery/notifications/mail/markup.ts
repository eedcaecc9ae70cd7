/**
 * Converts a rendered message for email: to simple HTML that every email client understands, without classes, images or
 * other remote content and with absolute URLs; and to plain text.
 */

import { escapeHtml, type Html, trusted } from "../../../kernel/pages/html.ts";
import { unescaped } from "../../../text/markdown/html.ts";

export interface MailText {
  readonly text: string;
  readonly html: Html;
}

export interface MarkupOptions {
  /** The base for relative URLs. */
  readonly base: string;
  /** Replaces content that is hidden until the reader opens it. */
  readonly hidden: string;
}

/** The rendered HTML is our own: elements are closed and attributes quoted. */
const TOKENS = /<(\/?)([a-z][a-z0-9]*)((?:[^<>"]|"[^"]*")*)>|[^<]+/gi;
const ATTRIBUTES = /([a-z-]+)="([^"]*)"/gi;

/** Elements that are kept. */
const KEPT = new Set(
  "p strong em del code pre blockquote ul ol li h1 h2 h3 h4 h5 h6 table thead tbody tr th td".split(" "),
);
const VOID = new Set(["br", "hr", "img", "input"]);
/** Elements that start a new line in plain text. */
const BLOCKS = new Set("p div pre blockquote ul ol li h1 h2 h3 h4 h5 h6 table tr hr".split(" "));
/** Previews, and the visual form of a formula, whose source is included too. */
const DROPPED = /\b(?:katex-html|message_inline_image|message_inline_video|message_embed)\b/;
const SECRET = /\bspoiler-content\b/;

export function forMail(rendered: string, { base, hidden }: MarkupOptions): MailText {
  const out = new Output();
  /** The element being skipped, and the nesting depth of elements with its name. */
  let skipping: { tag: string; depth: number } | undefined;
  const links: (string | undefined)[] = [];

  for (const [token, closing, name, rest = ""] of rendered.matchAll(TOKENS)) {
    const tag = name?.toLowerCase();
    if (skipping) {
      if (tag === skipping.tag) skipping.depth += closing ? -1 : 1;
      if (skipping.depth === 0) skipping = undefined;
      continue;
    }
    if (tag === undefined) {
      out.words(token);
      continue;
    }
    if (closing) {
      if (tag === "a") out.endLink(links.pop());
      else out.close(tag);
      continue;
    }
    const attributes = Object.fromEntries([...rest.matchAll(ATTRIBUTES)].map(([, key, value]) => [key, value ?? ""]));
    const kind = attributes.class ?? "";
    if (SECRET.test(kind)) out.aside(hidden);
    if (DROPPED.test(kind) || SECRET.test(kind) || tag === "mrow") skipping = { tag, depth: 1 };
    else if (tag === "img") out.words(attributes.alt ?? "");
    else if (tag === "a") links.push(out.beginLink(addressOf(attributes.href, base)));
    else out.open(tag);
  }
  return out.done();
}

/** Makes the URL absolute. Returns undefined for protocols that do not belong in an email. */
function addressOf(href: string | undefined, base: string): string | undefined {
  const url = href === undefined ? null : URL.parse(unescaped(href), `${base}/`);
  return url && ["http:", "https:", "mailto:"].includes(url.protocol) ? url.href : undefined;
}

class Output {
  #html = "";
  /** Joined once, at the end: asking a long string for its last character copies it if it has just been appended to. */
  readonly #text: string[] = [];
  #isAtLineStart = true;
  #quotes = 0;
  #verbatim = 0;
  #linkStart = 0;

  /** The text is already escaped. */
  words(escaped: string): void {
    this.#html += escaped;
    const words = unescaped(escaped);
    this.#write(this.#verbatim > 0 ? words : words.replace(/\s+/g, " "));
  }

  aside(words: string): void {
    this.#html += `<p><em>${escapeHtml(words)}</em></p>`;
    this.#line();
    this.#write(words);
    this.#line();
  }

  open(tag: string): void {
    if (tag === "br") {
      this.#html += "<br>";
      this.#append("\n");
      return;
    }
    if (tag === "hr") this.#html += "<hr>";
    if (KEPT.has(tag)) this.#html += `<${tag}>`;
    if (tag === "pre") this.#verbatim++;
    if (BLOCKS.has(tag)) this.#line();
    if (tag === "blockquote") this.#quotes++;
    if (tag === "li") this.#write("- ");
    if (tag === "td" || tag === "th") this.#write(" ");
  }

  close(tag: string): void {
    if (KEPT.has(tag)) this.#html += `</${tag}>`;
    if (tag === "pre") this.#verbatim--;
    if (BLOCKS.has(tag) && !VOID.has(tag)) this.#line();
    if (tag === "blockquote") this.#quotes--;
  }

  beginLink(url: string | undefined): string | undefined {
    if (url !== undefined) this.#html += `<a href="${escapeHtml(url)}">`;
    this.#linkStart = this.#text.length;
    return url;
  }

  /** In plain text the URL follows the label, unless the label is the URL. */
  endLink(url: string | undefined): void {
    if (url === undefined) return;
    this.#html += "</a>";
    const label = this.#text.slice(this.#linkStart).join("").trim();
    const isWrittenOut = url === label || url === `${label}/` || url.replace(/^(?:https?:\/\/|mailto:)/, "") === label;
    if (!isWrittenOut) this.#write(` (${url})`);
  }

  done(): MailText {
    return {
      text: this.#text
        .join("")
        .replace(/\n{3,}/g, "\n\n")
        .trim(),
      html: trusted(this.#html),
    };
  }

  #line(): void {
    if (!this.#isAtLineStart) this.#append("\n");
  }

  #write(words: string): void {
    if (this.#isAtLineStart && words.trim() === "") return;
    const prefix = "> ".repeat(this.#quotes);
    if (prefix === "") this.#append(words);
    else this.#append((this.#isAtLineStart ? prefix : "") + words.replace(/\n(?=.)/g, `\n${prefix}`));
  }

  #append(words: string): void {
    if (words === "") return;
    this.#text.push(words);
    this.#isAtLineStart = words.endsWith("\n");
  }
}
