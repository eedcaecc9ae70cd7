/** The emoji picker. */
export const emoji = {
  picker: "Emoji",
  search: "Search emoji",
  frequent: "Frequently used",
  custom: "Of this organization",
  smileys: "Smileys and emotion",
  people: "People and body",
  nature: "Animals and nature",
  food: "Food and drink",
  travel: "Travel and places",
  activities: "Activities",
  objects: "Objects",
  symbols: "Symbols",
  flags: "Flags",
  found: "Found",
  none: "No emoji is called that.",
  // At the foot of the picker.
  hint: "Enter picks, Shift Enter keeps this open",
};
