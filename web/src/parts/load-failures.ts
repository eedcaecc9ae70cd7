/**
 * Scripts that could not be loaded. Browsers remember the failure and do not ask for such a script again until the page is
 * reloaded.
 */
const failures = new WeakSet<object>();

addEventListener("vite:preloadError", ({ payload }) => noteLoadFailure(payload));

export const noteLoadFailure = (error: object): void => void failures.add(error);

export const isLoadFailure = (error: unknown): boolean =>
  typeof error === "object" && error !== null && failures.has(error);
