/** Opens the picker beside an element, from anywhere. The host in the application frame renders it. */
import { showToast } from "../parts/toasts.tsx";
import { t } from "../text/text.ts";
import type { EmojiPicker } from "./EmojiPicker.tsx";
import type { Emoji } from "./names.ts";

export interface Picking {
  readonly anchor: Element;
  readonly onPick: (emoji: Emoji) => void;
  readonly Picker: typeof EmojiPicker;
}

let current: Picking | undefined;
const listeners = new Set<() => void>();

function become(next: Picking | undefined): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Loads the picker on first use. */
export function openEmojiPicker(anchor: Element, onPick: (emoji: Emoji) => void): void {
  import("./EmojiPicker.tsx").then(
    ({ EmojiPicker: Picker }) => become({ anchor, onPick, Picker }),
    () => showToast({ text: t("parts.notReached") }),
  );
}

export const closeEmojiPicker = (): void => become(undefined);
export const currentPicking = (): Picking | undefined => current;

export function onPickingChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
