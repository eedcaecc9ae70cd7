/** Renders blocks to HTML, from the parser's tokens, with one newline between blocks. */
import type { Token } from "markdown-it";
import { codeBlock } from "./code/code-block.ts";
import { engine } from "./engine.ts";
import { type Attributes, close, concat, element, type Html, joined, NEWLINE, NOTHING, open } from "./html.ts";
import { type InlineResult, renderInline } from "./inline/inline.ts";
import { withPlainLines } from "./lines.ts";
import { PreviewList } from "./previews/list.ts";
import type { Rendering } from "./rendering.ts";

/** Elements whose content starts on a new line. */
const HOLDS_LINES = new Set(["blockquote", "ul", "ol", "table", "thead", "tbody", "tr"]);
/** Matches a single paragraph: nothing in it can start another block. */
const ONE_PARAGRAPH = /^(?![#>*+~`|_-]|[0-9]{1,9}\.|\s)[^\n\r\0]*$/;

export function blocksToHtml(rendering: Rendering, source: string): Html {
  const writer = new Writer(rendering);
  rendering.budget.spend(source.length >> 3);
  if (ONE_PARAGRAPH.test(source)) writer.paragraph(source.trimEnd());
  else writer.tokens(parse(rendering, source));
  return writer.finished();
}

function parse(rendering: Rendering, source: string): Token[] {
  const tokens: Token[] = [];
  engine.block.parse(withPlainLines(source), engine, rendering as unknown as Record<string, unknown>, tokens);
  return tokens;
}

class Writer {
  readonly #rendering: Rendering;
  readonly #previews: PreviewList;
  readonly #out: Html[] = [];

  constructor(rendering: Rendering) {
    this.#rendering = rendering;
    this.#previews = new PreviewList(rendering);
  }

  paragraph(source: string): void {
    if (source === "") return;
    const inline = renderInline(this.#rendering, source);
    this.#write(concat(element("p", {}, inline.html), NEWLINE));
    this.#previews.of(inline, { at: this.#out.length - 1, isParagraph: true });
  }

  tokens(tokens: readonly Token[]): void {
    for (const [index, token] of tokens.entries()) {
      if (token.type === "blockquote_open") this.#rendering.quoteDepth++;
      else if (token.type === "blockquote_close") this.#rendering.quoteDepth--;
      if (token.type !== "inline") this.#write(blockHtml(this.#rendering, token, tokens[index + 1]));
      else this.#inline(token, tokens[index - 1]);
    }
  }

  finished(): Html {
    this.#previews.writeTo(this.#out);
    const html = joined(this.#out);
    return html.endsWith("\n") ? (html.slice(0, -1) as Html) : html;
  }

  /** Writes a paragraph as a whole, so that a preview can replace it. */
  #inline(token: Token, before: Token | undefined): void {
    const inline: InlineResult = renderInline(this.#rendering, token.content);
    const isParagraph = before?.type === "paragraph_open" && !before.hidden;
    this.#write(isParagraph ? concat(element("p", {}, inline.html), NEWLINE) : inline.html);
    if (before?.type === "paragraph_open") this.#previews.of(inline, { at: this.#out.length - 1, isParagraph });
  }

  #write(html: Html): void {
    this.#rendering.budget.emit(html.length);
    if (html !== NOTHING) this.#out.push(html);
  }
}

function blockHtml(rendering: Rendering, token: Token, next: Token | undefined): Html {
  switch (token.type) {
    case "paragraph_open":
    case "paragraph_close":
      return NOTHING;
    case "html":
      return token.content as Html;
    case "hr":
      return concat(open("hr"), NEWLINE);
    case "code_block":
      return concat(codeBlock(rendering, token.content, ""), NEWLINE);
    case "list_item_open":
      return next?.hidden || next?.type === "list_item_close" ? open("li") : concat(open("li"), NEWLINE);
    case "spoiler_part_open":
      return concat(open("div", attributesOf(token)), NEWLINE);
    case "div_close":
      return close("div");
  }
  if (token.nesting < 0) return concat(close(token.tag), NEWLINE);
  const opening = open(token.tag, attributesOf(token));
  return HOLDS_LINES.has(token.tag) ? concat(opening, NEWLINE) : opening;
}

function attributesOf(token: Token): Attributes {
  return Object.fromEntries((token.attrs ?? []).map(([name, value]) => [name, attributeValue(name, String(value))]));
}

/** Formats column alignment exactly as clients compare it. */
function attributeValue(name: string, value: string): string {
  return name === "style" ? value.replace(/^text-align:\s*(\w+);?$/, "text-align: $1;") : value;
}
