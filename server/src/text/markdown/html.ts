/**
 * The only place that creates HTML. Text becomes `Html` by escaping it here, elements by building them here. Nothing
 * else in this folder writes a `<` or an attribute's quote, so text can never become markup.
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

/** The entities that our HTML and KaTeX's output contain. */
const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00A0" };

/** Decodes entities. */
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

/** Leaves quotes unchanged: in text they are ordinary characters. */
export function text(written: string): Html {
  return written.replace(TEXT, entity) as Html;
}

/** Escapes quotes too, where existing clients expect it: in code without a language, and in highlighted topics. */
export function quotedText(written: string): Html {
  return written.replace(CODE, entity) as Html;
}

/** Attributes keep their order; undefined ones are left out. */
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

/** For large numbers of parts. */
export function joined(parts: readonly Html[], separator = NOTHING): Html {
  return parts.join(separator) as Html;
}

const CHARACTER_REFERENCE = /&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});/y;

/** The character reference (`&nbsp;`) at this position, which is passed through. */
export function characterReference(source: string, at: number): Html | undefined {
  CHARACTER_REFERENCE.lastIndex = at;
  return CHARACTER_REFERENCE.exec(source)?.[0] as Html | undefined;
}

/** For the output of KaTeX, which escapes its input and is configured not to trust it. */
export function renderedFormula(html: string): Html {
  return html as Html;
}
