/** Notifications, and what is told while nothing is pressed. */
export const living = {
  // The title of a notification: who has written, and where.
  saidInTopic: "{sender} in {channel} › {topic}",
  // The title of a notification of a direct message to several people.
  saidToSeveral: "{sender} to you and {others}",
  // Instead of the text of a message, where that is not to be seen on the screen.
  newMessage: "New message",
  // Read out by screen readers. The people are a list of names.
  newMessages: "{count, plural, one {# new message} other {# new messages}} from {people}",
  // The end of such a list.
  others: "{count, plural, one {# other} other {# others}}",
  // A row at the foot of the sidebar or above the tabs of a phone, with a button.
  askToNotify: "Be told of messages on this device?",
  turnOn: "Turn on",
  notNow: "Not now",
  notifying: "Notifications are on.",
  // A button beside that sentence.
  sendTest: "Send a test",
  refused: "The browser does not allow notifications here. Its settings for this site can change that.",
  couldNotReach: "Notifications are on while Parley is open. This browser could not be reached when it is closed.",
  // A notification that was asked for to see whether they come.
  testTitle: "Notifications work",
  testBody: "You will be told of messages like this.",
};
