/** The dialog for one's own status. */
export const status = {
  title: "Your status",
  words: "Status text",
  placeholder: "Writing until 11:30",
  emoji: "Emoji",
  noEmoji: "No emoji",
  otherEmoji: "Other emoji",
  meeting: "In a meeting",
  focusing: "Focusing",
  lunch: "At lunch",
  commuting: "Commuting",
  remote: "Working from home",
  sick: "Out sick",
  away: "On holiday",
  clear: "Clear status",
  save: "Set status",
};
