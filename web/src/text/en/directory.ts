/** The list of channels. */
export const directory = {
  title: "Channels",
  subscribed: "Subscribed",
  available: "Not subscribed",
  all: "All channels",
  lists: "Channel list",
  filter: "Filter by name",
  newChannel: "New channel",
  people: "{count, plural, one {# person} other {# people}}",
  // Messages of an average week.
  weekly: "{count, plural, one {# message a week} other {# messages a week}}",
  subscribe: "Subscribe",
  unsubscribe: "Unsubscribe",
  archived: "Archived",
  settings: "Settings for {name}",
  none: "No matching channels.",
  noneSubscribed: "You are not subscribed to any channel yet.",
  noneAvailable: "You are subscribed to every channel you can see.",
};
