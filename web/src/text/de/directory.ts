/** The list of channels. */
import type { directory as english } from "../en/directory.ts";
import type { Translated } from "../translated.ts";

export const directory: Translated<typeof english> = {
  title: "Kanäle",
  subscribed: "Abonniert",
  available: "Nicht abonniert",
  all: "Alle Kanäle",
  lists: "Kanalliste",
  filter: "Nach Name filtern",
  newChannel: "Neuer Kanal",
  people: "{count, plural, one {# Person} other {# Personen}}",
  weekly: "{count, plural, one {# Nachricht pro Woche} other {# Nachrichten pro Woche}}",
  subscribe: "Abonnieren",
  unsubscribe: "Abbestellen",
  archived: "Archiviert",
  settings: "Einstellungen für {name}",
  none: "Keine passenden Kanäle.",
  noneSubscribed: "Du hast noch keinen Kanal abonniert.",
  noneAvailable: "Du hast alle Kanäle abonniert, die du sehen kannst.",
};
