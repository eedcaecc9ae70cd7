/**
 * The only place where text is trusted as markup. Browsers with Trusted Types refuse it everywhere else, and the
 * server's content security policy allows no other policy.
 */

/** The parts we use that TypeScript's DOM types lack. */
interface TrustedTypePolicy {
  createHTML(html: string): string;
  createScriptURL(address: string): string;
}
interface TrustedTypes {
  createPolicy(name: string, rules: TrustedTypePolicy): TrustedTypePolicy;
}

const SERVICE_WORKER = "/service-worker.js";
/** The scripts of the service worker and of the build; nothing else is served there. */
const OUR_SCRIPTS = /^\/(?:service-worker|assets\/[\w-]+)\.js$/;

const rules: TrustedTypePolicy = {
  // Parsed in an inert document and never inserted: see `sanitize.ts`.
  createHTML: (html) => html,
  createScriptURL(address) {
    if (OUR_SCRIPTS.test(address)) return address;
    throw new TypeError(`${address} is no script of ours.`);
  },
};

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const policy = trustedTypes?.createPolicy("parley", rules) ?? rules;

let inert: Document | undefined;

/**
 * An inert document, created once, because creating one takes longer than parsing a message. Nothing is ever inserted
 * into it.
 */
export function inertDocument(): Document {
  inert ??= document.implementation.createHTMLDocument("");
  return inert;
}

/**
 * The parsed elements, in a template of a document without a window, where nothing runs, loads or is applied. In a
 * `DOMParser` document a browser still resolves bases and tries styles.
 */
export function parseInert(html: string): DocumentFragment {
  const template = inertDocument().createElement("template");
  template.innerHTML = policy.createHTML(withoutTracks(withStylesAsData(html)));
  return template.content;
}

const TAG = /<[a-z][^<>]*>/gi;
const STYLE = /"[^"]*"|'[^']*'|\sstyle(?==)/gi;

/** Even there a browser reports style attributes as policy violations. As `data-style` they are inert. */
function withStylesAsData(html: string): string {
  if (!/\sstyle=/i.test(html)) return html;
  return html.replace(TAG, (tag) => tag.replace(STYLE, (part) => (/^\s/.test(part) ? " data-style" : part)));
}

/** The one element that loads its URL even in an inert document. Our renderer produces none, and escapes every `<`. */
const withoutTracks = (html: string): string => html.replace(/<(?=track)/gi, "<no-");

/** The style attribute of an element as written. */
export const writtenStyle = (element: Element): string =>
  element.getAttribute("data-style") ?? element.getAttribute("style") ?? "";

/** The trusted URL of a script that the build made, for a worker. */
export const scriptAddress = (address: string): string => policy.createScriptURL(address);

/** The trusted URL of our service worker. */
export const serviceWorkerAddress = (): string => scriptAddress(SERVICE_WORKER);
