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
  askToNotify: "Turn on notifications?",
  turnOn: "Turn on",
  // In the personal menu, as long as they are off.
  turnOnNotifications: "Turn on notifications",
  notNow: "Not now",
  notifying: "Notifications are on.",
  // A button beside that sentence.
  sendTest: "Send a test",
  refused: "Your browser is blocking notifications. Allow them in its settings for this site.",
  couldNotReach: "Notifications work only while Parley is open. This browser can’t receive them when it is closed.",
  // A notification that was asked for to see whether they come.
  testTitle: "Notifications work",
  testBody: "Message notifications look like this.",
};
