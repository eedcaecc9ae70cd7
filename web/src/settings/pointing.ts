/** The setting that search has led to: it is scrolled into view, focused and highlighted. */
import { useSyncExternalStore } from "react";

const HIGHLIGHTED_MS = 2500;

let current: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(key: string | undefined): void {
  current = key;
  for (const listener of listeners) listener();
}

export function pointAt(key: string | undefined): void {
  clearTimeout(timer);
  // Pointing at it again highlights it again.
  if (current !== undefined) set(undefined);
  set(key);
  timer = setTimeout(() => set(undefined), HIGHLIGHTED_MS);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const usePointedAt = (key: string): boolean => useSyncExternalStore(subscribe, () => current === key);
