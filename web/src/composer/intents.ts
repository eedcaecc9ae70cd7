/** How the rest of the application starts a message. The composer listens. */
import { startWhenReady } from "./ready.ts";

export type ComposeIntent =
  /** Without a topic, one is chosen next. */
  | { readonly to: "channel"; readonly channelId?: number; readonly topic?: string; readonly text?: string }
  /** `isNew` if the people are chosen next; otherwise nobody means notes to yourself. */
  | { readonly to: "direct"; readonly userIds: readonly number[]; readonly isNew?: boolean; readonly text?: string };

type IntentListener = (intent: ComposeIntent) => void;
const listeners = new Set<IntentListener>();

/**
 * Opens the composer with this target, adds the text, and puts the caret after it; as soon as it is loaded. Returns false
 * if nothing can be written, which the reader is told: then the caller still has the text.
 */
export function compose(intent: ComposeIntent): boolean {
  if (listeners.size === 0) return startWhenReady(() => compose(intent));
  for (const listener of listeners) listener(intent);
  return true;
}

export function onCompose(listener: IntentListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
