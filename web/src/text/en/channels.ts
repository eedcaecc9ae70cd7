/** What happened to channels and topics, said afterwards. */
export const channels = {
  markedRead: "{count, plural, one {Marked # message as read.} other {Marked # messages as read.}}",
  pinned: "{name} is pinned.",
  unpinned: "{name} is not pinned any more.",
  muted: "{name} is muted.",
  unmuted: "{name} is not muted any more.",
  unsubscribed: "You left {name}.",
  // The topic has no wish of its own any more.
  topicAsChannel: "{topic} is as its channel again.",
  topicMuted: "{topic} is muted.",
  topicUnmuted: "{topic} is not muted any more.",
  topicFollowed: "You follow {topic}.",
};
