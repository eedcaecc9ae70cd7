/** How the rest of the application begins a message: by saying what for. The composer listens. */

export type ComposeIntent =
  | { readonly to: "channel"; readonly channelId?: number; readonly topic?: string; readonly text?: string }
  | { readonly to: "direct"; readonly userIds: readonly number[]; readonly text?: string };

type Listener = (intent: ComposeIntent) => void;
const listeners = new Set<Listener>();

/** Opens the composer there, with the text added to what stands in it, and puts the caret behind it. */
export function compose(intent: ComposeIntent): void {
  for (const listener of listeners) listener(intent);
}

export function onCompose(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
