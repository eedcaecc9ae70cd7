/** A topic is resolved when its name has this prefix. */
export const RESOLVED_PREFIX = "✔ ";

const isResolved = (topic: string) => topic.startsWith(RESOLVED_PREFIX);

/** Whether a topic change only resolves or reopens it. */
export function isResolving(before: string, after: string): boolean {
  if (!isResolved(before)) return after === RESOLVED_PREFIX + before;
  return !isResolved(after) && after === before.replace(/^[✔ ]+/, "");
}

/** Names that only the resolved empty topic could have. */
export const isResolvedEmptyTopic = (topic: string) => ["✔", "✔ general chat", "✔ (no topic)"].includes(topic);
