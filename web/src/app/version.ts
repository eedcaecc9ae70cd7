/** Detects and activates newer versions of the web client. */
import { useEffect, useSyncExternalStore } from "react";
import { desk } from "../composer/desk.ts";
import { worker } from "../living/worker.ts";
import { useRealm } from "../state/settings.ts";

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

const version = new Version();

export const useNewVersion = (): boolean => useSyncExternalStore(version.subscribe, () => version.isNewer);

/** Reloads into the new version; a waiting service worker takes over first. */
export async function reload(): Promise<void> {
  await worker.takeOver();
  location.reload();
}

/** Checks whenever the server restarts; reloads automatically when the page is hidden and nothing is being written. */
export function useVersionWatch(): void {
  const generation = useRealm("server_generation");
  // biome-ignore lint/correctness/useExhaustiveDependencies: each server start may bring a new version.
  useEffect(() => {
    // If the server cannot be reached, the next restart triggers another check.
    look().catch(() => {});
  }, [generation]);
  useEffect(() => worker.onWaiting(() => version.isOutdated()), []);
  const isNewer = useNewVersion();
  useEffect(() => {
    if (!isNewer) return undefined;
    const changeOver = () => {
      if (document.hidden && isNothingWritten()) void reload();
    };
    document.addEventListener("visibilitychange", changeOver);
    changeOver();
    return () => document.removeEventListener("visibilitychange", changeOver);
  }, [isNewer]);
}

let isFirstLook = true;

async function look(): Promise<void> {
  const isFirst = isFirstLook;
  isFirstLook = false;
  // A page just loaded from the server is the newest.
  if (isFirst && !worker.isInControl) return;
  await worker.update();
  // With a service worker in control, wait for its new version; before that, reloading would show the old one.
  if (worker.isInControl) return;
  const response = await fetch("/", { cache: "no-store" });
  if (!response.ok || response.redirected) return;
  const page = await response.text();
  if (!scriptsHere().every((source) => page.includes(source))) version.isOutdated();
}

const scriptsHere = (): string[] =>
  [...document.querySelectorAll<HTMLScriptElement>("head script[src]")].map(({ src }) => new URL(src).pathname);

/** Changes with each build: script names contain hashes. */
export const buildName = (): string => scriptsHere().join(" ");

/** Nothing is being written, and no dialog is open. */
const isNothingWritten = (): boolean =>
  desk.isEmpty &&
  document.querySelector("[role=dialog], [role=alertdialog]") === null &&
  [...document.querySelectorAll("textarea")].every(({ value }) => value.trim() === "");
