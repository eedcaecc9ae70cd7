/** Choosing who holds a permission: roles, groups and people. */
import type { who as english } from "../en/who.ts";
import type { Translated } from "../translated.ts";

export const who: Translated<typeof english> = {
  nobody: "Niemand",
  owners: "Eigentümer",
  administrators: "Administratoren",
  moderators: "Moderatoren",
  fullMembers: "Vollmitglieder",
  members: "Mitglieder",
  everyone: "Alle, auch Gäste",
  internet: "Alle im Internet",
  hiddenGroup: "Eine Gruppe, die du nicht sehen kannst",
  add: "Hinzufügen …",
  remove: "{name} entfernen",
  suggestions: "Rollen, Gruppen und Personen",
  needed: "Wähle jemanden aus",
  save: "Änderungen speichern",
  discard: "Verwerfen",
  meanwhile:
    "Jemand anderes hat das inzwischen geändert. Es wurde nichts gespeichert. Prüfe die neuen Werte und versuche es erneut.",
  overtaken: "Jemand anderes hat das geändert zu: {theirs}. Deine Auswahl, nicht gespeichert: {mine}.",
};
