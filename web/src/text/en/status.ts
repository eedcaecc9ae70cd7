/** The dialog for one's own status. */
export const status = {
  title: "Your status",
  words: "What you are doing",
  placeholder: "Writing until 11:30",
  emoji: "Emoji",
  noEmoji: "No emoji",
  otherEmoji: "Another emoji",
  meeting: "In a meeting",
  focusing: "Focusing",
  lunch: "At lunch",
  commuting: "On the way",
  remote: "Working from home",
  sick: "Out sick",
  away: "On holiday",
  clear: "Clear status",
  save: "Set status",
};
