/** Opens the picker beside an element, from anywhere. The host in the application's frame shows it. */
import type { Emoji } from "./names.ts";

export interface Picking {
  readonly anchor: Element;
  readonly onPick: (emoji: Emoji) => void;
}

let current: Picking | undefined;
const listeners = new Set<() => void>();

function become(next: Picking | undefined): void {
  current = next;
  for (const listener of listeners) listener();
}

export const openEmojiPicker = (anchor: Element, onPick: (emoji: Emoji) => void): void => become({ anchor, onPick });
export const closeEmojiPicker = (): void => become(undefined);
export const currentPicking = (): Picking | undefined => current;

export function onPickingChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
