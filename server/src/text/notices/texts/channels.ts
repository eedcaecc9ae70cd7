/** What notices about channels say. */

export type ChannelKind = "web-public" | "public" | "private, shared" | "private, protected";

export type TopicsPolicy = "inherit" | "allow_empty_topic" | "disable_empty_topic" | "empty_topic_only";
