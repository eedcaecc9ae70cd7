/**
 * Markdown made of texts that strangers have written. A value in an `md` template is plain text: it cannot mention anybody,
 * begin a link or a code block, or end the one that it is in. Only what the functions here return is Markdown.
 */
import { block, shortened } from "../../text/notices/markup.ts";
import { cleaned } from "./payload.ts";

/** Of a name or title in a sentence. */
export const MAX_PLAIN_LENGTH = 200;
/** Of a text that is quoted or shown as code. */
const MAX_QUOTE_LENGTH = 2000;
/** Of somebody's own Markdown. */
export const MAX_MARKDOWN_LENGTH = 4 * MAX_QUOTE_LENGTH;
const MAX_URL_LENGTH = 2000;

export class Markup {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
  get isEmpty(): boolean {
    return this.source === "";
  }
}

export const NOTHING = new Markup("");

export type MarkupValue = Markup | string | number | undefined;

/** Templates are ASCII (decision 100): other characters are values. */
export function md(template: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  let source = template[0] as string;
  for (const [index, value] of values.entries()) {
    const isAtStart = source === "" || source.endsWith("\n");
    const written = value instanceof Markup ? value.source : plainly(value === undefined ? "" : String(value));
    source += (isAtStart && !(value instanceof Markup) ? asWord(written) : written) + (template[index + 1] as string);
  }
  return new Markup(source);
}

/** Text in one line, without any markup. */
export const plain = (text: string, limit = MAX_PLAIN_LENGTH): Markup => new Markup(plainly(text, limit));

const MARKS: Readonly<Record<string, string>> = {
  "`": "&#96;",
  "*": "&#42;",
  "[": "&#91;",
  "]": "&#93;",
  "&": "&amp;",
  $: "&#36;",
  "~": "&#126;",
  "<": "&lt;",
};

/** Stars make mentions, channel links and emphasis; the others make code, links, entities, formulas, strikes and times. */
const SPECIAL = /[`*[\]]|&(?=#|\w{1,31};)|\$(?=\$)|(?<=\$)\$|~(?=~)|(?<=~)~|<(?=time:)/g;

function plainly(text: string, limit = MAX_PLAIN_LENGTH): string {
  const line = shortened(cleaned(text).replace(/\s+/g, " ").trim(), limit);
  return line.replace(SPECIAL, (mark) => MARKS[mark] as string);
}

/** At the start of a line, these would begin a list, quote, heading, table or command. */
export const asWord = (line: string): string =>
  line.replace(/^[>#+\-=|/]|^(\d{1,9})([.)])/, (mark, digits?: string, point?: string) =>
    digits === undefined ? entityOf(mark) : digits + entityOf(point as string),
  );

const entityOf = (mark: string): string => `&#${mark.charCodeAt(0)};`;

/** A link, or only its text if the address is not one of the web. */
export function link(text: string | undefined, url: string | undefined): Markup {
  const address = webAddress(url);
  const label = plainly(text ?? "");
  if (address === undefined) return new Markup(label);
  return new Markup(`[${label === "" ? plainly(address) : label}](${address})`);
}

/** Encoded so that nothing in it can end the link or begin something else. */
export function webAddress(url: string | undefined): string | undefined {
  const written = url?.trim() ?? "";
  if (written.length > MAX_URL_LENGTH || !/^https?:\/\//i.test(written) || !URL.canParse(written)) return undefined;
  const { href } = new URL(written);
  const encoded = href.replace(
    /[()<>"'`*[\]|\\^{}$~@]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
  return encoded.length > MAX_URL_LENGTH ? undefined : encoded;
}

export function bold(text: string | undefined): Markup {
  const inner = plainly(text ?? "");
  return inner === "" ? NOTHING : new Markup(`**${inner}**`);
}

/** In one line. Backticks around it are as many as the text needs. */
export function code(text: string, limit = MAX_PLAIN_LENGTH): Markup {
  const line = shortened(cleaned(text).replace(/\s+/g, " ").trim(), limit);
  if (line === "") return NOTHING;
  const fence = "`".repeat(1 + longestRun(line));
  const space = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return new Markup(`${fence}${space}${line}${space}${fence}`);
}

export function codeBlock(text: string, language = ""): Markup {
  const shown = shortened(cleaned(text).trimEnd(), MAX_QUOTE_LENGTH).replace(/^\n+/, "");
  return shown.trim() === "" ? NOTHING : new Markup(block(language, shown));
}

/** Somebody's own Markdown, as a quote: mentions in it are names. */
export function quoted(text: string | undefined, limit = MAX_QUOTE_LENGTH): Markup {
  const shown = silenced(shortened(cleaned(text ?? "").trim(), limit));
  return shown === "" ? NOTHING : new Markup(block("quote", shown));
}

/** Somebody's own Markdown, as they wrote it: it mentions nobody, and its code blocks are closed. */
export function markdown(text: string | undefined, limit = MAX_MARKDOWN_LENGTH): Markup {
  const shown = silenced(shortened(cleaned(text ?? "").trim(), limit));
  return new Markup(withClosedFences(shown.replace(/^\//, "&#47;")));
}

const silenced = (text: string): string =>
  text.replace(/@(_?)(\*{1,3})/g, (_, silent: string, stars: string) => `@${silent}${"&#42;".repeat(stars.length)}`);

/** A fence that is still open would contain what follows. */
function withClosedFences(text: string): string {
  let open: string | undefined;
  for (const line of text.split("\n")) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark === undefined) continue;
    if (open === undefined) open = mark;
    else if (mark[0] === open[0] && mark.length >= open.length && /^[\s`~]*$/.test(line)) open = undefined;
  }
  return open === undefined ? text : `${text}\n${open}`;
}

const longestRun = (text: string): number => Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));

/** With spaces for line breaks. */
export const inOneLine = ({ source }: Markup): Markup =>
  new Markup(
    source
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "")
      .join(" "),
  );

/** Lines, without those that are empty. */
export const lines = (...all: readonly (Markup | undefined)[]): Markup =>
  new Markup(all.flatMap((each) => (each && !each.isEmpty ? each.source : [])).join("\n"));

/** In one line, with a separator between those that are not empty. */
export const joined = (all: readonly (Markup | undefined)[], separator = ", "): Markup =>
  new Markup(all.flatMap((each) => (each && !each.isEmpty ? each.source : [])).join(separator));

/** Most that a list in a message has. */
const MAX_ITEMS = 10;

/** A list of at most ten items, and how many there are besides. */
export function bullets(items: readonly Markup[], total = items.length): Markup {
  const shown = items.slice(0, MAX_ITEMS).map(({ source }) => `* ${source}`);
  const more = Math.max(total, items.length) - shown.length;
  return new Markup([...shown, ...(more > 0 ? [`* and ${more} more`] : [])].join("\n"));
}

/** Like `bullets`, but writes only the items that are shown: the others may be long, too. */
export const bulletsOf = <Item>(items: readonly Item[], write: (item: Item) => Markup): Markup =>
  bullets(items.slice(0, MAX_ITEMS).map(write), items.length);

/** `**Name:** value`, one for each that has a value. */
export const fields = (...all: readonly (readonly [string, Markup | string | number | undefined])[]): Markup =>
  lines(
    ...all.map(([name, value]) => {
      const shown = value instanceof Markup ? value : plain(String(value ?? ""));
      return shown.isEmpty ? undefined : new Markup(`* **${plainly(name)}**: ${shown.source}`);
    }),
  );
