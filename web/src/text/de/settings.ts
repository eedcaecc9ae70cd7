/** What all settings pages share: their navigation, search, and what is said about a change. */
import type { settings as english } from "../en/settings.ts";
import type { Translated } from "../translated.ts";

export const settings: Translated<typeof english> = {
  you: "Du",
  find: "Einstellung suchen",
  found: "Gefundene Einstellungen",
  nothingFound: "Keine passende Einstellung.",
  backToMessages: "Zurück zu den Nachrichten",
  backToList: "Alle Einstellungen",
  saved: "Gespeichert",
  on: "Ein",
  off: "Aus",
  filter: "{label} filtern",
  showMore: "{count, plural, one {# weitere} other {# weitere}} anzeigen",
  default: "Standard: {value}",
  between: "Gib eine Zahl von {min} bis {max} ein.",
  leaveTitle: "Ohne Speichern verlassen?",
  leaveHelp: "Deine Änderungen auf dieser Seite sind noch nicht gespeichert.",
  discard: "Änderungen verwerfen",
  browserZone: "Zeitzone dieses Geräts verwenden",
};
