/** The left sidebar: its rows, their menus, and its foot. */
export const sidebar = {
  newMessage: "New message",
  jump: "Jump or search",
  filter: "Filter by name",
  nothingFound: "No matches",
  pinned: "Pinned",
  otherChannels: "Other channels",
  inactive: "Inactive",
  fewer: "Fewer",
  browseChannels: "All channels",
  // A row as it is read out: "Store listing copy, 3 unread".
  named: "{name}, {state}",
  // After the name of a topic: "Crash on rotate, resolved".
  resolved: "resolved",
  followed: "Followed",
  moreAbout: "More options for {name}",
  topicsOf: "Topics in {name}",
  moreTopics: "{count, plural, one {# more topic} other {# more topics}}",
  allTopics: "All topics",
  settings: "Settings",
  setStatus: "Set your status",
  resize: "Sidebar width",
};
