/**
 * What the markup tests run inside a browser. They check the result with their own rules, independent of the
 * sanitizer's.
 */

import { laterTexts } from "../text/en/index-later.ts";
import { learn } from "../text/text.ts";
import { enhanceAnimated } from "./enhance/animated.ts";
import { enhanceChannelLinks } from "./enhance/channel-links.ts";
import { enhanceCodeBlocks } from "./enhance/code-blocks.ts";
import { enhanceEmoji } from "./enhance/emoji.ts";
import { enhanceFiles } from "./enhance/files.ts";
import { enhanceFormulas } from "./enhance/formulas.ts";
import { enhanceImages } from "./enhance/images.ts";
import { enhanceMentions } from "./enhance/mentions.ts";
import { enhancePreviews } from "./enhance/previews.ts";
import { enhanceSpoilers } from "./enhance/spoilers.ts";
import { enhanceTables } from "./enhance/tables.ts";
import { enhanceTimes } from "./enhance/times.ts";
import { enhanceVideos } from "./enhance/videos.ts";
import "../styles/tokens.css";
import "./markup.css";
import type { Undo } from "./changes.ts";
import { elementsOf } from "./parsed.ts";
import { plainText } from "./plain-text.ts";
import { parseInert } from "./policy.ts";
import { lossesBetween } from "./testing-losses.ts";

learn(laterTexts);

const ADDRESSES = new Set(["href", "src"]);
const REFUSED_ATTRIBUTE =
  /^on|^(?:id|name|srcset|srcdoc|action|formaction|form|ping|poster|background|xlink:href|slot|is|usemap|contenteditable|autofocus|accesskey)$/i;
const REFUSED_ELEMENT =
  /^(?:script|style|template|iframe|frame|object|embed|form|input|button|textarea|select|link|meta|base|use|image|foreignobject|animate|set|a:svg|mglyph|maction|annotation-xml|dialog|slot|portal|noscript|map|area|source|track|canvas)$/i;

/** What is wrong with sanitized elements; empty if nothing is. */
function faultsIn(root: ParentNode): string[] {
  const faults: string[] = [];
  for (const element of root.querySelectorAll("*")) {
    const tag = element.localName;
    if (REFUSED_ELEMENT.test(tag)) faults.push(`<${tag}>`);
    if (tag === "a" && element.namespaceURI !== "http://www.w3.org/1999/xhtml") faults.push("a link that is no HTML");
    if (element.namespaceURI !== "http://www.w3.org/1999/xhtml" && !element.closest(".katex"))
      faults.push(`<${tag}> outside of a formula`);
    for (const { name, value } of element.attributes) {
      if (REFUSED_ATTRIBUTE.test(name)) faults.push(`${name} on <${tag}>`);
      if (ADDRESSES.has(name)) faults.push(...addressFaults(tag, value));
      if (name === "style") faults.push(...styleFaults(element as HTMLElement));
    }
  }
  return faults;
}

function addressFaults(tag: string, value: string): string[] {
  const url = new URL(value, location.href);
  const isMedia = tag !== "a";
  if (isMedia && url.origin !== location.origin) return [`<${tag}> loads ${value}`];
  return ["http:", "https:", "mailto:"].includes(url.protocol) ? [] : [`<${tag}> leads to ${value}`];
}

function styleFaults({ style, localName }: HTMLElement): string[] {
  return Array.from(style).flatMap((property) => {
    const value = style.getPropertyValue(property);
    const isBad =
      /url|expression|var\(|env\(|image|\\|fixed|absolute|sticky/.test(value) ||
      /^(?:z-index|content|background-image|opacity|display|inset)$/.test(property);
    return isBad ? [`${property}: ${value} on <${localName}>`] : [];
  });
}

const enhancements: readonly ((body: HTMLElement) => Undo)[] = [
  (body) => enhanceEmoji(body, { asNames: false }),
  (body) =>
    enhanceMentions(body, {
      ownId: 13,
      ownGroups: new Set([17]),
      isInTopic: true,
      openPerson: () => undefined,
      openGroup: () => undefined,
    }),
  (body) => enhanceChannelLinks(body, { tileOf: () => document.createElement("i") }),
  (body) => enhanceTimes(body, { clock: { timeZone: "Europe/Paris", is24Hours: true } }),
  (body) =>
    enhanceCodeBlocks(body, {
      playgrounds: [
        { id: 1, name: "Try it", pygments_language: "Python", url_template: "https://run.example/?code={code}" },
      ],
    }),
  (body) => enhanceSpoilers(body, undefined),
  (body) => enhanceTables(body, undefined),
  (body) => enhanceFormulas(body, undefined),
  (body) => enhanceFiles(body, undefined),
  (body) => enhanceVideos(body, undefined),
  (body) => enhanceImages(body, { openPictures: (pictures, index) => opened.push([pictures.length, index]) }),
  (body) => enhanceAnimated(body, { animate: "on_hover", stills: new Map() }),
  (body) => enhancePreviews(body, { hidden: new Set(), onHide: () => {} }),
];
const opened: [number, number][] = [];

/** Every event a reader could trigger. */
const EVENTS = [
  "mouseover",
  "mouseenter",
  "pointerdown",
  "focus",
  "keydown",
  "animationstart",
  "toggle",
  "error",
  "load",
];

function room(): HTMLElement {
  const element = document.createElement("div");
  element.className = "markup";
  document.body.append(element);
  return element;
}

/** Shows a text like a message, triggers everything, and returns what is wrong. */
function show(html: string): string[] {
  const body = room();
  body.append(elementsOf({ html }));
  const faults = faultsIn(body);
  const undos = enhancements.map((enhance) => enhance(body));
  for (const element of body.querySelectorAll("*"))
    for (const type of EVENTS) element.dispatchEvent(new Event(type, { bubbles: true }));
  for (const undo of undos.reverse()) undo();
  plainText(html);
  return faults;
}

/** Checks that enhancing twice changes nothing more, and that undoing restores the original. */
function enhancesCleanly(html: string): string[] {
  const body = room();
  body.append(elementsOf({ html }));
  const before = body.cloneNode(true);
  const faults: string[] = [];
  const undos = enhancements.map((enhance) => enhance(body));
  const once = body.cloneNode(true);
  const again = enhancements.map((enhance) => enhance(body));
  if (!body.isEqualNode(once)) faults.push("enhancing twice changes more");
  for (const undo of [...undos, ...again].reverse()) undo();
  body.normalize();
  before.normalize();
  if (!body.isEqualNode(before)) faults.push("not everything was taken back");
  body.remove();
  return faults;
}

/** Shows a text for the test to inspect. */
function enhanced(html: string): void {
  document.body.replaceChildren();
  const body = room();
  body.append(elementsOf({ html }));
  for (const enhance of enhancements) enhance(body);
}

const testing = {
  show,
  enhanced,
  enhancesCleanly,
  plainText,
  opened,
  losses: (html: string) => lossesBetween(parseInert(html), elementsOf({ html })),
  clear: () => document.body.replaceChildren(),
};

Object.assign(globalThis, { markup: testing });
