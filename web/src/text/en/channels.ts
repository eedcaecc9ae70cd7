/** What happened to channels and topics, said afterwards. */
export const channels = {
  markedRead: "{count, plural, one {Marked # message as read.} other {Marked # messages as read.}}",
  pinned: "{name} is pinned.",
  unpinned: "{name} is unpinned.",
  muted: "{name} is muted.",
  unmuted: "{name} is unmuted.",
  unsubscribed: "You left {name}.",
  // The topic no longer has its own setting.
  topicAsChannel: "{topic} uses the channel setting.",
  topicMuted: "{topic} is muted.",
  topicUnmuted: "{topic} is unmuted.",
  topicFollowed: "You are following {topic}.",
};
