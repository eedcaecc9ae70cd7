/** Opens the picker beside an element, from anywhere. The host in the application frame renders it. */
import { withBasics } from "../parts/later.tsx";
import { showToast } from "../parts/toasts.tsx";
import { t } from "../text/text.ts";
import type { EmojiPicker } from "./EmojiPicker.tsx";
import type { Emoji } from "./names.ts";

export interface Picking {
  readonly anchor: Element;
  readonly onPick: (emoji: PickedEmoji) => void;
  /** For a text, which can have skin tones. */
  readonly withTones: boolean;
  readonly Picker: typeof EmojiPicker;
}

export interface PickedEmoji extends Emoji {
  /** Its characters in the chosen skin tone. */
  readonly toned?: string;
}

let current: Picking | undefined;
const listeners = new Set<() => void>();

function become(next: Picking | undefined): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Loads the picker on first use. */
export function openEmojiPicker(
  anchor: Element,
  onPick: (emoji: PickedEmoji) => void,
  { withTones = false }: { readonly withTones?: boolean } = {},
): void {
  withBasics(import("./EmojiPicker.tsx")).then(
    ({ EmojiPicker: Picker }) => become({ anchor, onPick, withTones, Picker }),
    () => showToast({ text: t("parts.notReached") }),
  );
}

export const closeEmojiPicker = (): void => become(undefined);
export const currentPicking = (): Picking | undefined => current;

export function onPickingChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
