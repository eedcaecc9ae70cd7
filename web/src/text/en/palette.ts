/** The palette. */
export const palette = {
  label: "Jump to a conversation, a person or a command, or search",
  placeholder: "Jump or search",
  results: "Results",
  places: "Recently visited",
  conversations: "Conversations",
  channels: "Channels",
  people: "People",
  views: "Views",
  commands: "Settings and commands",
  messages: "Messages",
  // The words that were typed stand in it.
  searchFor: "Search for “{words}”",
  searchKey: "Ctrl Enter",
  nothing: "No matches",
  found: "{count, plural, =0 {Nothing found} one {# result} other {# results}}",
  // After the keys at the foot of the palette: "↑ ↓ choose".
  choose: "choose",
  open: "open",
  actions: "actions",
};
