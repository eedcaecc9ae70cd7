/** Caches the application's files, a complete set for each version. */
import { scope, windows } from "./scope.ts";

/** Inserted by the build: the precached files, and a name that changes with each version. */
declare const SHELL_FILES: readonly string[];
declare const SHELL_VERSION: string;

const ROOT = "/";
const PREFIX = "shell-";
const CURRENT = PREFIX + SHELL_VERSION;
/** The organization's icon, which may change at any time. */
const ICON = "/static/icon.svg";

/** All files or none: on failure the previous version stays. */
export async function keepShell(): Promise<void> {
  const cache = await caches.open(CURRENT);
  // For signed-out users, the root is another page.
  const root = await fetch(ROOT, { cache: "no-cache" });
  if (!root.ok || root.redirected) throw new Error("The application is not served here now.");
  await cache.put(ROOT, root);
  await cache.addAll(SHELL_FILES);
  const icon = await fetch(ICON).catch(() => undefined);
  if (icon?.ok) await cache.put(ICON, icon);
}

/** Windows with the previous version may still need its files. */
export async function removeOldShells(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CURRENT);
  const spared = (await windows()).length > 1 ? names.at(-1) : undefined;
  await Promise.all(names.filter((name) => name !== spared).map((name) => caches.delete(name)));
}

/** Undefined for other requests, which go to the server. */
export function answerFromShell(request: Request): Promise<Response> | undefined {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== scope.location.origin) return undefined;
  if (request.mode === "navigate") return pathname === ROOT ? root(request) : undefined;
  if (pathname === ICON) return icon(request);
  return pathname.startsWith("/assets/") || SHELL_FILES.includes(pathname) ? file(request) : undefined;
}

/** One page for every address. */
async function root(request: Request): Promise<Response> {
  const cache = await caches.open(CURRENT);
  return (await cache.match(ROOT)) ?? fetch(request);
}

/** File names contain hashes, so the content never changes. */
async function file(request: Request): Promise<Response> {
  const known = await caches.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(CURRENT)).put(request, answer.clone());
  return answer;
}

async function icon(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const known = await caches.match(ICON);
    if (known) return known;
    throw error;
  }
}
