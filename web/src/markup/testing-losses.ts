/** Reports what sanitizing removed from a rendered text beyond the intended changes. */
import { sourceOf } from "./addresses.ts";
import { tokenClass } from "./vocabulary.ts";

export function lossesBetween(rendered: DocumentFragment, made: DocumentFragment): string[] {
  const losses: string[] = [];
  compare(rendered, made, losses);
  return losses;
}

function compare(rendered: ParentNode & Node, made: ParentNode & Node, losses: string[]): void {
  const [before, after] = [childrenOf(rendered), [...made.childNodes].filter((node) => !isPictureOfPage(node))];
  if (before.length !== after.length && !isRefilled(rendered, before)) {
    losses.push(`${describe(rendered)} had ${before.map(describe).join(" ")} and has ${after.map(describe).join(" ")}`);
    return;
  }
  for (const [index, child] of before.entries()) {
    const twin = after[index];
    if (!twin) continue;
    if (child instanceof Element && twin instanceof Element) compareElements(child, twin, losses);
    else if (child.textContent !== twin.textContent) losses.push(`"${child.textContent}" became "${twin.textContent}"`);
  }
}

/** Disallowed links become their text, and images from other sites are not shown. */
function childrenOf(node: Node): Node[] {
  return [...node.childNodes].flatMap((child) => {
    if (!(child instanceof Element)) return [child];
    if (/^(?:img|audio|video)$/.test(child.localName) && !sourceOf(child.getAttribute("src") ?? "", location.origin))
      return [];
    const isRefused =
      child.localName === "a" && !/^(?:https?:|mailto:|\/|#|user_uploads\/)/i.test(child.getAttribute("href") ?? "");
    return isRefused ? childrenOf(child) : [child];
  });
}

/** A link whose image is not shown contains its URL instead. */
const isRefilled = (link: Node, shown: readonly Node[]): boolean =>
  link instanceof Element && link.localName === "a" && shown.length === 0;

const isPictureOfPage = (node: Node): boolean =>
  node instanceof Element &&
  node.localName === "img" &&
  node.parentElement?.classList.contains("message_embed_image") === true;

const describe = (node: Node): string =>
  node instanceof Element
    ? `<${node.localName} class="${node.getAttribute("class") ?? ""}">`
    : JSON.stringify(node.textContent);

function compareElements(rendered: Element, made: Element, losses: string[]): void {
  const heading = /^h([1-6])$/.exec(rendered.localName)?.[1];
  const isHeading = heading !== undefined && made.classList.contains(`heading-${heading}`);
  // A parser turns MathML inside MathML text into HTML, which the sanitizer corrects.
  const isKind = rendered.namespaceURI === made.namespaceURI || made.closest("math") !== null;
  if (!isHeading && (rendered.localName !== made.localName || !isKind)) {
    losses.push(`${describe(rendered)} became ${describe(made)}`);
    return;
  }
  const isToken = rendered.closest("pre") !== null && rendered.localName === "span";
  for (const name of rendered.classList) {
    const expected = isToken && name !== "highlight" ? tokenClass(name) : name;
    if (expected === undefined || !made.classList.contains(expected))
      losses.push(`the class ${name} of ${describe(rendered)}`);
  }
  for (const { name, value } of rendered.attributes) compareAttribute(rendered, made, name, value, losses);
  compare(rendered, made, losses);
}

/** Expressed by the element itself, or by what is shown instead. */
const ELSEWHERE_SAID = new Set(["class", "xmlns", "data-original-url", "preload", "controls"]);

function compareAttribute(rendered: Element, made: Element, name: string, value: string, losses: string[]): void {
  if (ELSEWHERE_SAID.has(name)) return;
  if (name === "style" || name === "data-style") {
    if (rendered.localName !== "a") compareStyle(rendered, made as HTMLElement, value, losses);
    else if (/url\("\//.test(value) && made.querySelector("img") === null) losses.push(`the picture ${value}`);
  } else if (name === "href" || name === "src") {
    const [from, to] = [new URL(value, location.origin), new URL(made.getAttribute(name) ?? "", location.origin)];
    if (from.href !== to.href) losses.push(`${name} ${value} became ${to.href}`);
  } else if (name !== "title" && made.getAttribute(name) !== value)
    losses.push(`${name}="${value}" of ${describe(rendered)}`);
  else if (name === "title" && !made.hasAttribute("title")) losses.push(`the title of ${describe(rendered)}`);
}

function compareStyle(rendered: Element, made: HTMLElement, value: string, losses: string[]): void {
  for (const declaration of value.split(";").filter((each) => each.trim() !== "")) {
    const property = declaration.split(":")[0]?.trim() ?? "";
    const isThere =
      property === "border" ? made.style.borderTopStyle !== "" : made.style.getPropertyValue(property) !== "";
    if (!isThere) losses.push(`${declaration} of ${describe(rendered)}`);
  }
}
