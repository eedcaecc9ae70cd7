/**
 * What this browser stores between visits. On a shared computer, as chosen at sign-in, it stores nothing: sign-in sets
 * a cookie that scripts can read.
 */

const SHARED = /(?:^|; )(?:__Host-)?sharedcomputer=1/;
/** Prefix of all our keys. */
const PREFIX = "parley.";

/** The name of the account that everything else belongs to. */
export const ACCOUNT = "account";

/** After signing out, in this window or another, nothing more is stored. */
let hasLeft = false;
if (typeof document !== "undefined")
  addEventListener("storage", ({ key, newValue }) => {
    if (key === PREFIX + ACCOUNT && newValue === null) hasLeft = true;
  });

/** Also nothing without a document, as in unit tests. */
export const keepsNothing = (): boolean => hasLeft || typeof document === "undefined" || SHARED.test(document.cookie);

/** Undefined if nothing is stored under the name. */
export function recall<T>(name: string): T | undefined {
  if (keepsNothing()) return undefined;
  try {
    const kept = localStorage.getItem(PREFIX + name);
    return kept === null ? undefined : (JSON.parse(kept) as T);
  } catch {
    return undefined;
  }
}

/** In a browser without storage, everything starts over each time. */
export function keep(name: string, value: unknown): void {
  if (keepsNothing()) return;
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // The value lasts until the page is closed.
  }
}

/** Deletes everything stored; from now on nothing is. */
export function forgetAll(): void {
  hasLeft = true;
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(PREFIX)) localStorage.removeItem(name);
  } catch {
    // There is no storage then.
  }
}
