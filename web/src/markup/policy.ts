/**
 * The only place where text is trusted to be markup. Browsers that know Trusted Types refuse it everywhere else, and the
 * server's policy lets no other policy than this one be made.
 */

/** What we use of the interface that the browser's types leave out. */
interface TrustedTypePolicy {
  createHTML(html: string): string;
  createScriptURL(address: string): string;
}
interface TrustedTypes {
  createPolicy(name: string, rules: TrustedTypePolicy): TrustedTypePolicy;
}

const SERVICE_WORKER = "/service-worker.js";

const rules: TrustedTypePolicy = {
  // Parsed in a document that runs nothing and loads nothing, and never inserted: see `sanitize.ts`.
  createHTML: (html) => html,
  createScriptURL(address) {
    if (address === SERVICE_WORKER) return address;
    throw new TypeError(`${address} is no script of ours.`);
  },
};

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const policy = trustedTypes?.createPolicy("parley", rules) ?? rules;

let inert: Document | undefined;

/** A document without a window, made once: to make one takes longer than to parse a message. Nothing is ever put into it. */
export function inertDocument(): Document {
  inert ??= document.implementation.createHTMLDocument("");
  return inert;
}

/**
 * The elements that the text stands for. They belong to a template of a document without a window, where nothing runs,
 * loads or is applied; in a document of `DOMParser` a browser still resolves bases and tries styles.
 */
export function parseInert(html: string): DocumentFragment {
  const template = inertDocument().createElement("template");
  template.innerHTML = policy.createHTML(withoutTracks(withStylesAsData(html)));
  return template.content;
}

const TAG = /<[a-z][^<>]*>/gi;
const STYLE = /"[^"]*"|'[^']*'|\sstyle(?==)/gi;

/** Even there a browser reports every style attribute as against the policy of the page. Nobody applies it as `data-style`. */
function withStylesAsData(html: string): string {
  if (!/\sstyle=/i.test(html)) return html;
  return html.replace(TAG, (tag) => tag.replace(STYLE, (part) => (/^\s/.test(part) ? " data-style" : part)));
}

/** The one element that asks for its address wherever it is. Our renderer makes none, and escapes every `<` of a text. */
const withoutTracks = (html: string): string => html.replace(/<(?=track)/gi, "<no-");

/** The style that an element was given in its text. */
export const writtenStyle = (element: Element): string =>
  element.getAttribute("data-style") ?? element.getAttribute("style") ?? "";

/** The address to register our service worker by. */
export function serviceWorkerAddress(): string {
  return policy.createScriptURL(SERVICE_WORKER);
}
