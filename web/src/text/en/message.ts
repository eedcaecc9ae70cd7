/** One message. */
export const message = {
  // Read out for a message: "Priya Raman, 10:04, mentions you, unread".
  label: "{name}, {time}{mentions, select, yes {, mentions you} other {}}{unread, select, yes {, unread} other {}}",
  // Read out for what is not sent yet.
  echo: "{name}, {time}, not sent yet",
  fromMuted: "A message from someone you muted.",
  show: "Show",
  edited: "edited",
  moved: "moved",
  // The message was both edited and moved.
  both: "edited and moved",
  // The place is the name of a channel or, within one channel, of a topic.
  movedFrom: "moved from {place}",
  bothFrom: "edited and moved from {place}",
  // Stands for the place where the reader may not know more of it.
  privateChannel: "a private channel",
  starred: "Starred",
  starWaits: "Starred. Waiting for the connection",
  // On the clock in the margin, with the date and time.
  remindsAt: "Reminder: {when}",
  reactions: "Reactions",
  addReaction: "Add reaction",
  // First in a list of people: "You and Mei Tanaka reacted with :tada:".
  you: "You",
  reacted: "{names} reacted with :{emoji}:",
  // Where the reader's own reaction was not sent yet.
  reactionWaits: "{names} reacted with :{emoji}:. Waiting for the connection",
  sending: "Sending",
  waiting: "Waiting for the connection",
  // With the server's sentence about why.
  notSent: "Not sent. {reason}",
  edit: "Edit",
  discard: "Discard",
};
