/** The page of code playgrounds. */
import type { playgrounds as english } from "../en/playgrounds.ts";
import type { Translated } from "../translated.ts";

export const playgrounds: Translated<typeof english> = {
  about: "Websites, die Code ausführen. Codeblöcke in Nachrichten verlinken sie.",
  list: "Playgrounds",
  listHelp: "Jeder wird bei Codeblöcken seiner Sprache angeboten.",
  none: "Es gibt noch keine.",
  locked: "Nur Administratoren können Playgrounds ändern.",
  add: "Playground hinzufügen",
  addWords: "code ausführen sprache playground",
  language: "Sprache",
  languageHelp: "Wie im Kopf eines Codeblocks",
  unknown: "Keine bekannte Sprache heißt so. Es funktioniert bei Codeblöcken, deren Sprache genau so geschrieben ist.",
  languages: "Sprachen",
  name: "Name",
  nameHelp: "Auf der Schaltfläche: „In … öffnen“",
  template: "URL-Vorlage",
  templateHelp: "{code} steht für den Code.",
  remove: "{name} entfernen",
  removed: "{name} entfernt.",
};
