/** Parts that every screen shares. */
export const parts = {
  close: "Close",
  cancel: "Cancel",
  undo: "Undo",
  tryAgain: "Try again",
  more: "More",
  unread: "{count, plural, one {# unread} other {# unread}}",
  // Instead of a number where it is not known exactly: "launch, unread".
  someUnread: "unread",
  manyUnread: "more than 999 unread",
  // Read out with the number: "3 unread, with a mention of you".
  withMention: "{unread}, with a mention of you",
  // Instead of numbers from 1000 on.
  many: "999+",
  // Instead of a number that is not known exactly.
  some: "•",
  active: "Active",
  idle: "Idle",
  // After the name of a person whose account was closed.
  deactivated: "{name} (deactivated)",
  // A channel and a topic: "launch › Beta 4 freeze".
  place: "{channel} › {topic}",
  unknownPerson: "Unknown person",
  stillLoading: "Still loading",
  loading: "Loading",
  // Instead of a part of the screen that could not be drawn.
  broken: "Could not show this part.",
  // Text and buttons come in several files; one of them did not arrive.
  notLoaded: "Part of Parley could not be loaded.",
  bot: "bot",
  notReached: "Could not reach the server. Nothing was changed.",
};
