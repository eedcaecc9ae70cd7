/**
 * Tells the current view to keep messages unread. Sent directly rather than through events: messages that were already
 * unread cause no event, and visible ones would be marked as read again.
 */
const listeners = new Set<() => void>();

export function keepUnread(): void {
  for (const listener of listeners) listener();
}

export function onKeepUnread(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
