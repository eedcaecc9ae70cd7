/** Whether there is a newer version of the web client. */
import { useSyncExternalStore } from "react";

class Version {
  readonly #listeners = new Set<() => void>();
  isNewer = false;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  isOutdated(): void {
    this.isNewer = true;
    for (const listener of this.#listeners) listener();
  }
}

export const version = new Version();

export const useNewVersion = (): boolean => useSyncExternalStore(version.subscribe, () => version.isNewer);

/** Reloads into the new version; a waiting service worker takes over first. */
export async function reload(): Promise<void> {
  const { worker } = await import("../living/worker.ts");
  await worker.takeOver();
  location.reload();
}

export const scriptsHere = (): string[] =>
  [...document.querySelectorAll<HTMLScriptElement>("head script[src]")].map(({ src }) => new URL(src).pathname);

/** Changes with each build: script names contain hashes. */
export const buildName = (): string => scriptsHere().join(" ");
