/** "Saved", beside the heading of the page, with Undo for a moment. */
import { useSyncExternalStore } from "react";

export interface SavedNote {
  readonly undo?: () => void;
}

const SHOWN_MS = 6000;

let current: SavedNote | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

export function saySaved(note: SavedNote | undefined): void {
  clearTimeout(timer);
  current = note;
  if (note) timer = setTimeout(() => saySaved(undefined), SHOWN_MS);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSavedNote = (): SavedNote | undefined => useSyncExternalStore(subscribe, () => current);
