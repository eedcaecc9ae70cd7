/** A topic is resolved when its name begins with the mark. */
export const RESOLVED = "✔ ";

export const isResolved = (topic: string): boolean => topic.startsWith(RESOLVED);

/** The name without the mark of what is resolved. */
export const plainTopic = (topic: string): string => topic.replace(/^[✔ ]+/, "");
