/**
 * Parses rendered HTML strictly: known elements, quoted attributes, everything closed. Throws for anything else: in
 * tests, to catch text that became markup, and for HTML from elsewhere.
 */

/** Our renderer did not write the HTML. */
export class ForeignHtml extends Error {}

function demandOurs(holds: boolean, problem: string): asserts holds {
  if (!holds) throw new ForeignHtml(problem);
}

const GLOBAL = ["class"];
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  p: [],
  br: [],
  hr: [],
  ul: [],
  ol: ["start"],
  li: [],
  blockquote: [],
  strong: [],
  em: [],
  del: [],
  code: [],
  pre: [],
  h1: [],
  h2: [],
  h3: [],
  h4: [],
  h5: [],
  h6: [],
  table: [],
  thead: [],
  tbody: [],
  tr: [],
  th: ["style"],
  td: ["style"],
  time: ["datetime"],
  div: ["data-code-language", "aria-hidden"],
  span: ["data-user-id", "data-user-group-id", "aria-label", "role", "title", "style", "aria-hidden"],
  a: ["href", "title", "data-stream-id", "data-id", "style"],
  img: [
    "alt",
    "src",
    "title",
    "data-original-content-type",
    "data-original-dimensions",
    "data-animated",
    "data-transcoded-image",
  ],
  audio: ["controls", "preload", "src", "title", "data-original-url"],
  video: ["preload", "src"],
};
/** The elements in KaTeX's output. */
const FORMULA = new Set(
  (
    "math semantics annotation mrow mi mn mo mtext msup msub msubsup mfrac msqrt mroot mover munder munderover mtable " +
    "mtr mtd mstyle mspace mpadded menclose mphantom mmultiscripts svg path line"
  ).split(" "),
);
const FORMULA_ATTRIBUTES =
  /^(?:class|style|xmlns|d|width|height|viewBox|[xy][12]|stroke-width|preserveAspectRatio|encoding|[a-z]+)$/;
const VOID = new Set(["br", "hr", "img"]);
const SAFE_SRC = /^(?:https?:\/\/|\/|user_uploads\/)/i;
const SAFE_HREF =
  /^(?:\/|#|user_uploads\/|(?:https?|ftp|file|bitcoin|geo|im|ircs?|magnet|mailto|matrix|mms|news|nntp|openpgp4fpr|sip|sms|smsto|ssh|tel|urn|webcal|wtai|xmpp):)/i;

/** Styles that load or cover something, or hide that behind an escape. */
const UNSAFE_STYLE = /url|expression|import|[\\&]|(?<!\bcalc)\(|position:\s*(?:fixed|sticky)/i;

/** The only thing that a style can load: the image of a page preview. */
const PAGE_PICTURE = /^background-image: url\("(?:https?:\/)?\/[^"'\\()\s]*"\)$/;

const TAG = /<(\/?)([a-z][a-z0-9]*)((?: [a-zA-Z0-9-]+(?:="[^"<>]*")?)*)(\/?)>/y;
const ATTRIBUTE = / ([a-zA-Z0-9-]+)(?:="([^"<>]*)")?/g;

/** Returns all content: the text and the attribute values. */
export function readStrictly(html: string): string {
  const open: string[] = [];
  const content: string[] = [];
  for (let at = 0; at < html.length; ) {
    if (html[at] !== "<") {
      const next = html.indexOf("<", at);
      const text = html.slice(at, next < 0 ? html.length : next);
      demandOurs(!text.includes(">"), `a bare > in ${JSON.stringify(text)}`);
      demandOurs(!/&(?!#?[a-zA-Z0-9]+;)/.test(text), "a bare &");
      content.push(decoded(text));
      at += text.length;
      continue;
    }
    TAG.lastIndex = at;
    const tag = TAG.exec(html);
    demandOurs(tag !== null, `no tag at ${JSON.stringify(html.slice(at, at + 60))}`);
    const [whole, slash, name = "", attributes = ""] = tag;
    at += whole.length;
    if (slash) {
      demandOurs(open.pop() === name, `</${name}> closes another element`);
      continue;
    }
    for (const [, attribute = "", value = ""] of attributes.matchAll(ATTRIBUTE)) {
      checkAttribute(name, attribute, decoded(value));
      content.push(decoded(value));
    }
    demandOurs(Object.hasOwn(ALLOWED, name) || FORMULA.has(name), `<${name}> is not allowed`);
    if (!VOID.has(name) && tag[4] === "") open.push(name);
  }
  demandOurs(open.length === 0, "elements left open");
  return content.join("\n");
}

function checkAttribute(tag: string, name: string, value: string): void {
  const isKnown = FORMULA.has(tag)
    ? FORMULA_ATTRIBUTES.test(name)
    : GLOBAL.includes(name) || ALLOWED[tag]?.includes(name) === true;
  demandOurs(isKnown, `${name} on <${tag}> is not allowed`);
  demandOurs(!name.toLowerCase().startsWith("on"), `${name} is a handler`);
  if (name === "href") demandOurs(SAFE_HREF.test(value), `it leads to ${value}`);
  if (name === "src") demandOurs(SAFE_SRC.test(value), `it loads ${value}`);
  if (name === "style") {
    const isSafe = tag === "a" ? PAGE_PICTURE.test(value) : !UNSAFE_STYLE.test(value);
    demandOurs(isSafe, `it looks like ${value}`);
  }
}

function decoded(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}
