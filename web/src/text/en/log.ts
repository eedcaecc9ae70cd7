/** The message log: what stands between messages, and around them. */
export const log = {
  messages: "Messages",
  // In the margin beside the line where unread messages begin; 0 when the number is not known.
  new: "{count, plural, =0 {New} other {# new}}",
  // Read out for that line.
  unreadFromHere: "{count, plural, =0 {Unread messages} one {# unread message} other {# unread messages}}",
  missed: "{count, plural, other {# new while you were away}}",
  // Read out when messages come: "2 new messages from Priya and Jonas".
  arrived: "{count, plural, one {# new message} other {# new messages}} from {names}",
  toNewest:
    "{count, plural, =0 {Jump to the newest} one {# new message. Jump to the newest} other {# new messages. Jump to the newest}}",
  jumpToDate: "Jump to date",
  // On the name of a day between messages: "Yesterday. Jump to date".
  dayJump: "{day}. Jump to date",
  date: "Date",
  jump: "Jump",
  beginningOfTopic: "The beginning of this topic",
  beginningOfConversation: "The beginning of this conversation",
  beginningOfChannel: "The beginning of this channel",
  beginning: "No older messages",
  protected: "Messages from before you joined are not shown.",
  limited: "Your organization’s plan does not include older messages.",
  noOlder: "Could not load older messages.",
  noNewer: "Could not load newer messages.",
  unknownChannel: "Unknown channel",
  // First in the list of people of direct messages: "You and Inês Carvalho".
  you: "You",
  resolve: "Resolve",
  reopen: "Reopen",
  mute: "Mute topic",
  unmute: "Unmute topic",
};
