/**
 * The only place where rendered HTML becomes elements of the page. It comes from our own renderer but is not trusted:
 * it is parsed in an inert document, and everything in the vocabulary is rebuilt element by element. Nothing parsed is
 * ever inserted, and nothing built is ever parsed again, so mutation attacks between parser and serializer cannot work.
 * No element has an `id` or a `name`.
 */
import { destinationOf, isMisleading, nameOfAddress, sourceOf } from "./addresses.ts";
import { DRAWING, FORMULA_CLASSES, MATHML, MATHML_ATTRIBUTES } from "./formula.ts";
import { inertDocument, parseInert, writtenStyle } from "./policy.ts";
import { cellAlignment, formulaStyle, pictureIn } from "./styles.ts";
import { type Check, ELEMENTS, EMOJI_CLASS, tokenClass, UNREADABLE } from "./vocabulary.ts";

const HTML = "http://www.w3.org/1999/xhtml";
const MATH = "http://www.w3.org/1998/Math/MathML";
const SVG = "http://www.w3.org/2000/svg";

/** What is allowed at the current position. */
interface MarkupContext {
  readonly in: "text" | "code" | "formula" | "mathml" | "drawing";
  readonly link: boolean;
}

/** The sanitized elements, owned by an inert document: import them to show them. */
export function sanitized(html: string, home: string): DocumentFragment {
  const walk = new Walk(home);
  const fragment = walk.document.createDocumentFragment();
  walk.children(parseInert(html), fragment, { in: "text", link: false });
  return fragment;
}

class Walk {
  readonly document = inertDocument();
  readonly #home: string;

  constructor(home: string) {
    this.#home = home;
  }

  children(from: Node, to: Node, place: MarkupContext): void {
    for (const child of from.childNodes) {
      if (child instanceof Text) to.appendChild(this.document.createTextNode(child.data));
      // A form's fields can shadow its properties, so nothing it reports can be trusted.
      else if (child instanceof Element && !(child instanceof HTMLFormElement)) this.#element(child, to, place);
    }
  }

  #element(from: Element, to: Node, place: MarkupContext): void {
    if (from.namespaceURI === MATH) this.#mathml(from, to, place);
    else if (from.namespaceURI === SVG) this.#drawing(from, to, place);
    else if (from.namespaceURI === HTML) this.#html(from, to, place);
  }

  #html(from: Element, to: Node, place: MarkupContext): void {
    const tag = from.localName;
    if (UNREADABLE.has(tag)) return;
    // Inside MathML text, a parser treats nested MathML as unknown HTML.
    if (place.in === "mathml" && MATHML.has(tag)) this.#mathml(from, to, place);
    else if (place.in === "mathml") this.children(from, to, place);
    else if (tag === "span" && (place.in === "formula" || isFormula(from))) this.#formula(from, to, place);
    else if (place.in === "formula" || !Object.hasOwn(ELEMENTS, tag)) this.children(from, to, place);
    else if (tag === "a") this.#link(from, to, place);
    else if (tag === "img" || tag === "audio" || tag === "video") this.#media(from, tag, to, place);
    else if (/^h[1-6]$/.test(tag)) this.#heading(from, to, place);
    else this.#plain(from, to, place);
  }

  #plain(from: Element, to: Node, place: MarkupContext): void {
    const tag = from.localName;
    const inCode = place.in === "code" || tag === "pre" || tag === "code";
    const made = this.#made(from, place);
    const alignment = tag === "th" || tag === "td" ? cellAlignment(writtenStyle(from)) : undefined;
    if (alignment !== undefined) made.style.setProperty("text-align", alignment);
    this.children(from, to.appendChild(made), inCode ? { ...place, in: "code" } : place);
  }

  /** An element of the same kind with its allowed classes and attributes. */
  #made(from: Element, place: MarkupContext): HTMLElement {
    const tag = from.localName;
    const rule = ELEMENTS[tag];
    const made = this.document.createElement(tag);
    for (const name of from.classList) {
      const kept = rule?.classes?.includes(name) ? name : this.#special(tag, name, place);
      if (kept !== undefined) made.classList.add(kept);
    }
    copyAttributes(from, made, rule?.attributes ?? {});
    return made;
  }

  #special(tag: string, name: string, place: MarkupContext): string | undefined {
    if (tag !== "span") return undefined;
    if (place.in === "code") return tokenClass(name);
    return EMOJI_CLASS.test(name) ? name : undefined;
  }

  /** Headings in messages are one level below the screen's title, whatever their size. */
  #heading(from: Element, to: Node, place: MarkupContext): void {
    const made = this.document.createElement("div");
    made.className = `heading heading-${from.localName.slice(1)}`;
    made.setAttribute("role", "heading");
    made.setAttribute("aria-level", "2");
    this.children(from, to.appendChild(made), place);
  }

  #link(from: Element, to: Node, place: MarkupContext): void {
    const destination = place.link ? undefined : destinationOf(from.getAttribute("href") ?? "", this.#home);
    if (!from.hasAttribute("href") || destination === undefined) {
      this.children(from, to, place);
      return;
    }
    const made = this.#made(from, place) as HTMLAnchorElement;
    made.setAttribute("href", destination.href);
    this.children(from, made, { ...place, link: true });
    if (made.classList.contains("message_embed_image")) this.#pictureOfPage(from, made);
    else if (made.childNodes.length === 0) made.textContent = nameOfAddress(destination.href);
    if (destination.kind !== "screen" && destination.kind !== "mail") {
      made.target = "_blank";
      made.rel = "noopener noreferrer";
    }
    if (destination.kind === "elsewhere" && isMisleading(destination.href, made.textContent ?? "", made.title)) {
      made.title = destination.href;
    }
    to.appendChild(made);
  }

  #pictureOfPage(from: Element, to: HTMLElement): void {
    const written = pictureIn(writtenStyle(from));
    const source = written === undefined ? undefined : sourceOf(written, this.#home);
    if (source === undefined) return;
    const picture = this.document.createElement("img");
    picture.alt = "";
    picture.loading = "lazy";
    picture.setAttribute("src", source);
    to.appendChild(picture);
  }

  /** Nothing is loaded from other sites: only its name is shown. */
  #media(from: Element, tag: "img" | "audio" | "video", to: Node, place: MarkupContext): void {
    const written = from.getAttribute("src") ?? "";
    const source = sourceOf(written, this.#home);
    if (source === undefined) {
      const said = from.getAttribute("alt") || from.getAttribute("title");
      if (tag === "audio" && !place.link) this.#linkTo(written, said, to);
      else if (said) to.appendChild(this.document.createTextNode(said));
      return;
    }
    const made = this.#made(from, { in: "text", link: false });
    if (tag === "img") made.setAttribute("loading", "lazy");
    else for (const [name, value] of PLAYER) made.setAttribute(name, value);
    made.setAttribute("src", source);
    to.appendChild(made);
  }

  /** Images and videos are inside links, recordings are not: one that cannot be played needs a link. */
  #linkTo(written: string, said: string | null, to: Node): void {
    const destination = destinationOf(written, this.#home);
    const text = said || (destination ? nameOfAddress(destination.href) : "");
    if (destination?.kind !== "elsewhere") {
      if (text) to.appendChild(this.document.createTextNode(text));
      return;
    }
    const link = this.document.createElement("a");
    link.setAttribute("href", destination.href);
    link.target = "_blank";
    link.rel = "noopener noreferrer";
    if (isMisleading(destination.href, text)) link.title = destination.href;
    link.textContent = text;
    to.appendChild(link);
  }

  #formula(from: Element, to: Node, place: MarkupContext): void {
    const made = this.document.createElement("span");
    for (const name of from.classList) {
      if (FORMULA_CLASSES.has(name) || name === "highlight") made.classList.add(name);
    }
    if (from.getAttribute("aria-hidden") === "true") made.setAttribute("aria-hidden", "true");
    applyStyle(from, made);
    this.children(from, to.appendChild(made), { ...place, in: "formula" });
  }

  #mathml(from: Element, to: Node, place: MarkupContext): void {
    if (!MATHML.has(from.localName)) return;
    if (from.localName === "math" ? place.in !== "formula" : place.in !== "mathml") return;
    const made = this.document.createElementNS(MATH, from.localName) as MathMLElement;
    for (const name of from.classList) if (FORMULA_CLASSES.has(name)) made.classList.add(name);
    copyAttributes(from, made, MATHML_ATTRIBUTES);
    applyStyle(from, made);
    // A formula's source is text, whatever the parser made of it.
    if (from.localName === "annotation") made.textContent = from.textContent;
    else this.children(from, made, { ...place, in: "mathml" });
    to.appendChild(made);
  }

  #drawing(from: Element, to: Node, place: MarkupContext): void {
    const attributes = Object.hasOwn(DRAWING, from.localName) ? DRAWING[from.localName] : undefined;
    if (attributes === undefined || (from.localName === "svg" ? place.in !== "formula" : place.in !== "drawing"))
      return;
    const made = this.document.createElementNS(SVG, from.localName) as SVGElement;
    copyAttributes(from, made, attributes);
    if (from.localName === "svg") applyStyle(from, made);
    for (const child of from.children) {
      if (child.namespaceURI === SVG) this.#drawing(child, made, { ...place, in: "drawing" });
    }
    to.appendChild(made);
  }
}

const PLAYER = [
  ["controls", ""],
  ["preload", "metadata"],
] as const;

const isFormula = (span: Element): boolean =>
  span.classList.contains("katex") || span.classList.contains("katex-display");

function copyAttributes(from: Element, to: Element, checks: Readonly<Record<string, Check>>): void {
  for (const [name, check] of Object.entries(checks)) {
    const written = from.getAttribute(name);
    const kept = written === null ? undefined : check(written);
    if (kept !== undefined) to.setAttribute(name, kept);
  }
}

/** One property at a time: the content security policy allows no style attributes. */
function applyStyle(from: Element, to: HTMLElement | MathMLElement | SVGElement): void {
  for (const [property, value] of formulaStyle(writtenStyle(from))) to.style.setProperty(property, value);
}
