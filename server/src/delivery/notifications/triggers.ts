/** Why somebody is told of a message, the weightiest reason first: of several that hold, the first one counts. */
export const TRIGGERS = [
  "direct_message",
  "mentioned",
  "topic_wildcard_mentioned_in_followed_topic",
  "stream_wildcard_mentioned_in_followed_topic",
  "topic_wildcard_mentioned",
  "stream_wildcard_mentioned",
  "followed_topic_notify",
  "stream_notify",
] as const;

export type Trigger = (typeof TRIGGERS)[number];
