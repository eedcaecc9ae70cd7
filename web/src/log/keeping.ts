/**
 * Says to the view on the screen that what is unread stays so. What was unread already changes nothing at the server, and
 * what the reader looks at meanwhile would be marked again: so it is said at once, and not by events.
 */
const listeners = new Set<() => void>();

export function keepUnread(): void {
  for (const listener of listeners) listener();
}

export function onKeepUnread(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
