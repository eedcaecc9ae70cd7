/** The right panel. */
export const panel = {
  details: "Details",
  people: "People",
  search: "Search",
  // Who can read a channel: everybody in the organization, only its members, or everybody on the web.
  public: "Public",
  private: "Private",
  open: "Open to the web",
  protectedHistory: "New subscribers can read only messages sent after they join.",
  muteChannel: "Mute this channel",
  unmuteChannel: "Unmute this channel",
  inTopic: "In this topic",
  inConversation: "In this conversation",
  files: "Files",
  nearby: "Nearby in {name}",
  new: "{count, plural, one {# new} other {# new}}",
  filterPeople: "Filter people",
  nobody: "No matches",
  // Headings of the list of people.
  conversation: "In this conversation",
  channel: "In this channel",
  // The heading where the list has no other one.
  everyone: "Everyone",
  others: "Everyone else",
  noSearch: "No search is pinned.",
  howToPin: "Open a search in the panel to keep it here while you read elsewhere.",
  unpin: "Remove search from panel",
  nothingFound: "No messages match this search.",
};
