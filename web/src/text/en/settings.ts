/** What all settings pages share: their navigation, search, and what is said about a change. */
export const settings = {
  // Above the pages about oneself.
  you: "You",
  find: "Find a setting",
  found: "Settings found",
  nothingFound: "No setting matches.",
  backToMessages: "Back to messages",
  backToList: "All settings",
  // A change has reached the server.
  saved: "Saved",
  // The state of a switch that the reader may not change.
  on: "On",
  off: "Off",
  // The field above a table: "Filter Uploads".
  filter: "Filter {label}",
  showMore: "Show {count, plural, one {# more} other {# more}}",
  // Shown while the setting has another value.
  default: "Default: {value}",
  between: "Enter a number from {min} to {max}.",
  // Asked before a page with changes that were not saved is left.
  leaveTitle: "Leave without saving?",
  leaveHelp: "Your changes on this page are not saved yet.",
  discard: "Discard changes",
  // The choice of a time zone: no zone, so the browser decides.
  browserZone: "Use this device’s time zone",
};
