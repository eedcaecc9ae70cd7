/** A topic is resolved when its name says so. */
export const RESOLVED_PREFIX = "✔ ";

const isResolved = (topic: string) => topic.startsWith(RESOLVED_PREFIX);

/** Whether a change of topic does nothing but resolve it, or take that back. */
export function isResolving(before: string, after: string): boolean {
  if (!isResolved(before)) return after === RESOLVED_PREFIX + before;
  return !isResolved(after) && after === before.replace(/^[✔ ]+/, "");
}

/** Topics that only the empty topic could be resolved to. */
export const isResolvedEmptyTopic = (topic: string) => ["✔", "✔ general chat", "✔ (no topic)"].includes(topic);
