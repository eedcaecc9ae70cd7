/** Parts that every screen shares. */
import type { parts as english } from "../en/parts.ts";
import type { Translated } from "../translated.ts";

export const parts: Translated<typeof english> = {
  close: "Schließen",
  cancel: "Abbrechen",
  undo: "Rückgängig",
  tryAgain: "Erneut versuchen",
  more: "Mehr",
  unread: "{count, plural, one {# ungelesen} other {# ungelesen}}",
  someUnread: "ungelesen",
  manyUnread: "mehr als 999 ungelesen",
  withMention: "{unread}, mit einer Erwähnung von dir",
  many: "999+",
  some: "•",
  active: "Aktiv",
  idle: "Inaktiv",
  deactivated: "{name} (deaktiviert)",
  place: "{channel} › {topic}",
  unknownPerson: "Unbekannte Person",
  stillLoading: "Wird noch geladen",
  loading: "Wird geladen",
  broken: "Dieser Teil konnte nicht angezeigt werden.",
  notLoaded: "Ein Teil von Parley konnte nicht geladen werden.",
  bot: "Bot",
  notReached: "Der Server ist nicht erreichbar. Es wurde nichts geändert.",
};
