/** Inbox, Recent, topics, and what is kept to be sent later. */
export const lists = {
  // Under the heading of the Inbox.
  inboxSummary:
    "{count, plural, one {# unread} other {# unread}} in {conversations, plural, one {# conversation} other {# conversations}}",
  // Instead of that when there are too many unread messages to list them all.
  olderNotListed: "Older unread messages are not listed.",
  caughtUp: "You are caught up.",
  nothingUnread: "Nothing unread. Recent conversations are a key away.",
  // Instead of the key, on a screen without a keyboard.
  openRecent: "Recent conversations",
  nothingHere: "Nothing unread matches.",
  filterLabel: "Show",
  all: "All",
  followedOnly: "Followed",
  forYou: "For you",
  pinned: "Pinned",
  otherChannels: "Other channels",
  muted: "Muted",
  filter: "Filter",
  filterByName: "Filter by name",
  resolved: "Resolved",
  followed: "Followed",
};
