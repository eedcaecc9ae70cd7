/**
 * Reads RSS and Atom. The parser knows the five entities of XML and no others, follows no references and reads no DTD, so that a
 * document is never longer than it is. It is fed in small batches, between which others are served.
 */
import { Parser } from "htmlparser2";
import { Steps } from "../../../../kernel/steps.ts";
import {
  entryFrom,
  escaped,
  type FeedDocument,
  type FeedEntry,
  MAX_ENTRIES,
  MAX_READ_LENGTH,
  NotAFeed,
} from "./document.ts";

const BATCH = 4 * 1024;
/** The parser takes longer for each element that is open; no text has so many in each other. */
const MAX_DEPTH = 100;

type Attributes = Readonly<Record<string, string>>;
type Format = "rss" | "atom";

/** Elements with a text that is used, by their names in the formats. */
const FIELDS: Readonly<Record<Format, Readonly<Record<string, FieldName>>>> = {
  rss: {
    title: "title",
    link: "url",
    guid: "id",
    description: "summary",
    "content:encoded": "content",
    pubdate: "published",
    "dc:date": "published",
  },
  atom: {
    title: "title",
    id: "id",
    summary: "summary",
    content: "content",
    published: "published",
    updated: "updated",
    // Of Atom 0.3.
    issued: "published",
    modified: "updated",
  },
};
type FieldName = "title" | "url" | "id" | "summary" | "content" | "published" | "updated";

type EntryTexts = { -readonly [F in FieldName]?: string };

export async function readXmlFeed(text: string): Promise<FeedDocument> {
  const reading = new XmlFeedReading();
  const steps = new Steps();
  for (let at = 0; at < text.length && !reading.isOver; at += BATCH) {
    reading.parser.write(text.slice(at, at + BATCH));
    if (steps.isOver) await steps.pause();
  }
  return reading.result();
}

class XmlFeedReading {
  readonly parser: Parser;
  /** The root element has been closed. */
  isOver = false;
  #format: Format | undefined;
  /** Of the root's name, which all elements of a format share. */
  #prefix = "";
  #depth = 0;
  #title: string | undefined;
  readonly #entries: FeedEntry[] = [];
  #count = 0;
  #entry: { readonly texts: EntryTexts; readonly depth: number } | undefined;
  #field: { readonly name: FieldName; readonly depth: number; readonly isHtml: boolean; text: string } | undefined;

  constructor() {
    this.parser = new Parser(
      {
        onprocessinginstruction: (name, data) => refuseDefinitions(name, data),
        onopentag: (name, attributes) => this.#opens(name, attributes),
        ontext: (text) => this.#reads(text),
        onclosetag: (_name, isImplied) => this.#closes(isImplied),
      },
      { xmlMode: true },
    );
  }

  /** Only of a document that is whole: the end of one that broke off would be posted as it is. */
  result(): FeedDocument {
    if (!this.isOver || this.#format === undefined) throw new NotAFeed("It ends before its root element does.");
    return { title: this.#title ?? "", entries: this.#entries, count: this.#count };
  }

  #opens(name: string, attributes: Attributes): void {
    if (this.isOver) return;
    if (++this.#depth > MAX_DEPTH) throw new NotAFeed("Its elements are nested too deeply.");
    if (this.#depth === 1) this.#begins(name.toLowerCase());
    // The tags of XHTML stand between words.
    else if (this.#field) this.#reads(" ");
    else this.#opensIn(this.#format as Format, this.#nameOf(name), attributes);
  }

  #begins(root: string): void {
    const [, prefix = "", local = ""] = /^(.*:)?(.*)$/.exec(root) ?? [];
    if (local === "rss" || local === "rdf") this.#format = "rss";
    else if (local === "feed") {
      this.#format = "atom";
      this.#prefix = prefix;
    } else throw new NotAFeed("Its root element is not that of a feed.");
  }

  /** Names with other prefixes belong to extensions, which have titles and links of their own. */
  #nameOf(name: string): string {
    const lower = name.toLowerCase();
    return this.#prefix !== "" && lower.startsWith(this.#prefix) ? lower.slice(this.#prefix.length) : lower;
  }

  #opensIn(format: Format, name: string, attributes: Attributes): void {
    if (!this.#entry && name === (format === "rss" ? "item" : "entry")) this.#beginsEntry(attributes);
    else if (this.#entry && this.#depth !== this.#entry.depth + 1) return;
    else if (format === "atom" && name === "link") this.#links(attributes);
    else this.#beginsField(format, name, attributes);
  }

  #beginsField(format: Format, name: string, attributes: Attributes): void {
    const field = FIELDS[format][name];
    // Before the entries, only the title of the feed is of interest: below `channel`, or below the root.
    const isTitle = !this.#entry && name === "title" && this.#title === undefined && this.#depth <= 3;
    if (field === undefined || !(this.#entry || isTitle)) return;
    const type = attributes.type?.toLowerCase() ?? "text";
    const isHtml = format === "rss" || /html/.test(type);
    this.#field = { name: field, depth: this.#depth, isHtml: isHtml && !/xhtml/.test(type), text: "" };
  }

  #beginsEntry(attributes: Attributes): void {
    this.#count++;
    const about = attributes["rdf:about"];
    this.#entry = { texts: about === undefined ? {} : { id: cut(about) }, depth: this.#depth };
  }

  /** Without `rel` it is the page itself. */
  #links({ rel = "alternate", href }: Attributes): void {
    if (this.#entry && rel === "alternate" && href !== undefined) this.#entry.texts.url ??= cut(href);
  }

  #reads(text: string): void {
    const field = this.#field;
    if (field && field.text.length < MAX_READ_LENGTH) field.text += text.slice(0, MAX_READ_LENGTH - field.text.length);
  }

  #closes(isImplied: boolean): void {
    if (this.isOver) return;
    if (this.#field?.depth === this.#depth) this.#endsField(this.#field);
    if (this.#entry?.depth === this.#depth) this.#endsEntry(this.#entry.texts);
    if (--this.#depth === 0) {
      if (isImplied) throw new NotAFeed("Its root element is empty, or not closed.");
      this.isOver = true;
    }
  }

  #endsField({ name, text, isHtml }: { name: FieldName; text: string; isHtml: boolean }): void {
    this.#field = undefined;
    const isMarkup = name === "title" || name === "summary" || name === "content";
    const value = isMarkup && !isHtml ? escaped(text) : text;
    if (this.#entry) this.#entry.texts[name] ??= value;
    else this.#title = value;
  }

  #endsEntry({ content, summary, published, updated, ...texts }: EntryTexts): void {
    this.#entry = undefined;
    if (this.#entries.length >= MAX_ENTRIES) return;
    const short = summary?.trim() ? summary : content;
    const entry = entryFrom({ ...texts, summary: short, published: published ?? updated });
    if (entry) this.#entries.push(entry);
  }
}

const cut = (text: string): string => text.slice(0, MAX_READ_LENGTH);

/** Definitions could make a short document a long one. They are not read; a feed has no use for them. */
function refuseDefinitions(name: string, data: string): void {
  if (name.toLowerCase() === "!doctype" && data.includes("[")) throw new NotAFeed("It defines entities.");
}
