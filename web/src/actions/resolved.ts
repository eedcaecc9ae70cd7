/** A topic is resolved when its name begins with this prefix. */
export const RESOLVED = "✔ ";

export const isResolved = (topic: string): boolean => topic.startsWith(RESOLVED);

/** The topic name without the resolved prefix. */
export const plainTopic = (topic: string): string => topic.replace(/^[✔ ]+/, "");
