/** The emoji picker. */
export const emoji = {
  picker: "Emoji",
  search: "Search emoji",
  frequent: "Frequently used",
  custom: "Custom",
  smileys: "Smileys and emotion",
  people: "People and body",
  nature: "Animals and nature",
  food: "Food and drink",
  travel: "Travel and places",
  activities: "Activities",
  objects: "Objects",
  symbols: "Symbols",
  flags: "Flags",
  found: "Search results",
  none: "No matching emoji.",
  // At the foot of the picker.
  hint: "Enter selects, Shift Enter keeps this open",
};
