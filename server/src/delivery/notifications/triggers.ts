/** The reasons for a notification, in order of importance: the first one that applies is reported. */
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
