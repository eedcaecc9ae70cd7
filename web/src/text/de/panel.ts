/** The right panel. */
import type { panel as english } from "../en/panel.ts";
import type { Translated } from "../translated.ts";

export const panel: Translated<typeof english> = {
  details: "Details",
  people: "Personen",
  search: "Suche",
  public: "Öffentlich",
  private: "Privat",
  open: "Im Web öffentlich",
  protectedHistory: "Neue Abonnenten können nur Nachrichten ab ihrem Beitritt lesen.",
  muteChannel: "Diesen Kanal stummschalten",
  unmuteChannel: "Stummschaltung dieses Kanals aufheben",
  inTopic: "In diesem Thema",
  inConversation: "In diesem Gespräch",
  files: "Dateien",
  nearby: "Weitere Themen in {name}",
  new: "{count, plural, one {# neu} other {# neu}}",
  filterPeople: "Personen filtern",
  nobody: "Keine Treffer",
  conversation: "In diesem Gespräch",
  channel: "In diesem Kanal",
  everyone: "Alle",
  others: "Alle anderen",
  noSearch: "Keine Suche ist angeheftet.",
  howToPin: "Öffne eine Suche im Seitenbereich, um sie hier zu behalten, während du anderswo liest.",
  unpin: "Suche aus dem Seitenbereich entfernen",
  nothingFound: "Keine Nachrichten passen zu dieser Suche.",
};
