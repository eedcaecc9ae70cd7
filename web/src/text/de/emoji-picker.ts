/** What is in the emoji picker. */
import type { emojiPicker as english } from "../en/emoji-picker.ts";
import type { Translated } from "../translated.ts";

export const emojiPicker: Translated<typeof english> = {
  search: "Emojis suchen",
  frequent: "Häufig verwendet",
  custom: "Eigene",
  smileys: "Smileys und Emotionen",
  people: "Personen und Körper",
  nature: "Tiere und Natur",
  food: "Essen und Trinken",
  travel: "Reisen und Orte",
  activities: "Aktivitäten",
  objects: "Objekte",
  symbols: "Symbole",
  flags: "Flaggen",
  found: "Suchergebnisse",
  none: "Keine passenden Emojis.",
  tones: "Hautfarbe",
  noTone: "Ohne Hautfarbe",
  lightTone: "Hell",
  mediumLightTone: "Mittelhell",
  mediumTone: "Mittel",
  mediumDarkTone: "Mitteldunkel",
  darkTone: "Dunkel",
  hint: "Enter wählt aus, Shift Enter lässt die Auswahl offen",
};
