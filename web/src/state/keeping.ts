/**
 * What this browser keeps between visits. On a computer that others use, as whoever signs in may say, it keeps nothing:
 * sign-in sets a cookie that scripts can read.
 */

const SHARED = /(?:^|; )(?:__Host-)?sharedcomputer=1/;
/** All names of ours begin with it. */
const PREFIX = "parley.";

/** Whoever leaves for good writes nothing more on the way out. */
let hasLeft = false;

/** Nothing either where there is no page, as in tests of what a page is made of. */
export const keepsNothing = (): boolean => hasLeft || typeof document === "undefined" || SHARED.test(document.cookie);

/** Undefined where nothing is kept under the name, or nothing can be. */
export function recall<T>(name: string): T | undefined {
  if (keepsNothing()) return undefined;
  try {
    const kept = localStorage.getItem(PREFIX + name);
    return kept === null ? undefined : (JSON.parse(kept) as T);
  } catch {
    return undefined;
  }
}

/** A browser that keeps nothing begins anew each time. */
export function keep(name: string, value: unknown): void {
  if (keepsNothing()) return;
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // It holds until the page is left.
  }
}

/** Everything that was kept by name; from now on nothing is. */
export function forgetAll(): void {
  hasLeft = true;
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(PREFIX)) localStorage.removeItem(name);
  } catch {
    // There is nothing then.
  }
}
