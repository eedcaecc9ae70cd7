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

/** The elements that the text stands for, in a document without a window. */
export function parseInert(html: string): HTMLElement {
  return new DOMParser().parseFromString(policy.createHTML(html), "text/html").body;
}

/** The address to register our service worker by. */
export function serviceWorkerAddress(): string {
  return policy.createScriptURL(SERVICE_WORKER);
}
