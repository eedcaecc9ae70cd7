/** The left sidebar: its rows, their menus, and its foot. */
import type { sidebar as english } from "../en/sidebar.ts";
import type { Translated } from "../translated.ts";

export const sidebar: Translated<typeof english> = {
  newMessage: "Neue Nachricht",
  jump: "Springen oder suchen",
  filter: "Nach Name filtern",
  nothingFound: "Keine Treffer",
  pinned: "Angeheftet",
  otherChannels: "Andere Kanäle",
  inactive: "Inaktiv",
  fewer: "Weniger",
  browseChannels: "Alle Kanäle",
  named: "{name}, {state}",
  resolved: "erledigt",
  followed: "Folge ich",
  moreAbout: "Weitere Optionen für {name}",
  topicsOf: "Themen in {name}",
  moreTopics: "{count, plural, one {# weiteres Thema} other {# weitere Themen}}",
  allTopics: "Alle Themen",
  settings: "Einstellungen",
  setStatus: "Status setzen",
  resize: "Breite der Seitenleiste",
};
