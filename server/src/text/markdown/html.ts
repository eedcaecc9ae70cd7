/**
 * The only place where HTML comes into being. Text becomes `Html` by being escaped here, elements by being built here;
 * nothing else in this folder makes a `<` or a quote of an attribute, so nobody's text can become markup.
 */
declare const markup: unique symbol;
export type Html = string & { readonly [markup]: true };

export type Attributes = Readonly<Record<string, string | true | undefined>>;

const TEXT = /[&<>]/g;
const ATTRIBUTE = /[&<>"]/g;
const CODE = /[&<>"']/g;
const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const entity = (character: string): string => ENTITIES[character] ?? "";

/** What the HTML that was made here, and what KaTeX makes, writes instead of characters. */
const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00A0" };

/** The text that was escaped. */
export function unescaped(html: string): string {
  return html.replace(/&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));/gi, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) return NAMED[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

export const NOTHING = "" as Html;
export const NEWLINE = "\n" as Html;
export const LINE_BREAK = "<br>\n" as Html;

/** Quotes stay as they are: in text they are only characters. */
export function text(written: string): Html {
  return written.replace(TEXT, entity) as Html;
}

/** Where existing clients expect quotes escaped as well: in a block without a language, in a topic that was found. */
export function quotedText(written: string): Html {
  return written.replace(CODE, entity) as Html;
}

/** Attributes appear in the order they are given; one that is undefined is left out. */
export function open(tag: string, attributes: Attributes = {}): Html {
  let html = `<${tag}`;
  for (const name in attributes) {
    const value = attributes[name];
    if (value === true) html += ` ${name}`;
    else if (value !== undefined) html += ` ${name}="${value.replace(ATTRIBUTE, entity)}"`;
  }
  return `${html}>` as Html;
}

export function close(tag: string): Html {
  return `</${tag}>` as Html;
}

export function element(tag: string, attributes: Attributes, ...children: readonly Html[]): Html {
  return `${open(tag, attributes)}${children.join("")}</${tag}>` as Html;
}

export function concat(...parts: readonly Html[]): Html {
  return parts.join("") as Html;
}

/** For parts of which there may be a great many. */
export function joined(parts: readonly Html[], separator = NOTHING): Html {
  return parts.join(separator) as Html;
}

const CHARACTER_REFERENCE = /&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});/y;

/** The character reference (`&nbsp;`) written at this place, which passes through as it is. */
export function characterReference(source: string, at: number): Html | undefined {
  CHARACTER_REFERENCE.lastIndex = at;
  return CHARACTER_REFERENCE.exec(source)?.[0] as Html | undefined;
}

/** For output of KaTeX, which escapes what it was given and is told to trust none of it. */
export function renderedFormula(html: string): Html {
  return html as Html;
}
