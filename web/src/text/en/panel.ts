/** The right panel. */
export const panel = {
  details: "Details",
  people: "People",
  search: "Search",
  // Who can read a channel: everybody in the organization, only its members, or everybody on the web.
  public: "Public",
  private: "Private",
  open: "Open to the web",
  protectedHistory: "New people read only what comes after they joined.",
  muteChannel: "Mute this channel",
  unmuteChannel: "Unmute this channel",
  inTopic: "In this topic",
  inConversation: "In this conversation",
  files: "Files",
  nearby: "Nearby in {name}",
  new: "{count} new",
  filterPeople: "Filter people",
  nobody: "Nobody matches.",
  // Headings of the list of people.
  conversation: "In this conversation",
  channel: "In this channel",
  others: "Everyone else",
  noSearch: "No search is pinned.",
  howToPin: "Open a search in the panel to keep it here while you read elsewhere.",
  unpin: "Take this search out of the panel",
  nothingFound: "Nothing matches this search.",
};
