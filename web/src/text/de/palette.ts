/** The palette. */
import type { palette as english } from "../en/palette.ts";
import type { Translated } from "../translated.ts";

export const palette: Translated<typeof english> = {
  label: "Zu einem Gespräch, einer Person oder einem Befehl springen, oder suchen",
  placeholder: "Springen oder suchen",
  results: "Ergebnisse",
  places: "Zuletzt besucht",
  conversations: "Gespräche",
  channels: "Kanäle",
  people: "Personen",
  views: "Ansichten",
  commands: "Einstellungen und Befehle",
  messages: "Nachrichten",
  searchFor: "Nach „{words}“ suchen",
  searchKey: "Ctrl Enter",
  nothing: "Keine Treffer",
  found: "{count, plural, =0 {Nichts gefunden} one {# Treffer} other {# Treffer}}",
  choose: "auswählen",
  open: "öffnen",
  actions: "Aktionen",
};
