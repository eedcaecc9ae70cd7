/** Whether there is a newer version of this page than the one that is open, and how it comes to be shown. */
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

/** Shows it: the service worker that has it takes over first, where there is one. */
export async function reload(): Promise<void> {
  await worker.takeOver();
  location.reload();
}

/** Looks whenever the server has started anew; changes over by itself when nobody looks and nothing is being written. */
export function useVersionWatch(): void {
  const generation = useRealm("server_generation");
  // biome-ignore lint/correctness/useExhaustiveDependencies: each start of the server may bring one.
  useEffect(() => {
    // Where the server cannot be asked now, the next restart tells again.
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
  // A page that has just been loaded from the server is the newest.
  if (isFirst && !worker.isInControl) return;
  await worker.update();
  // Where a service worker answers, its new version is waited for: before that, reloading would show the old one.
  if (worker.isInControl) return;
  const response = await fetch("/", { cache: "no-store" });
  if (!response.ok || response.redirected) return;
  const page = await response.text();
  if (!scriptsHere().every((source) => page.includes(source))) version.isOutdated();
}

const scriptsHere = (): string[] =>
  [...document.querySelectorAll<HTMLScriptElement>("head script[src]")].map(({ src }) => new URL(src).pathname);

/** Another for each build: scripts are named by what is in them. */
export const buildName = (): string => scriptsHere().join(" ");

function isNothingWritten(): boolean {
  const { activeElement } = document;
  const isWriting = activeElement instanceof HTMLTextAreaElement || activeElement instanceof HTMLInputElement;
  return (
    desk.isEmpty &&
    !(isWriting && activeElement.value !== "") &&
    document.querySelector("dialog, [role=dialog]") === null
  );
}
