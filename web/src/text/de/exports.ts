/** The page of exports. */
import type { exports as english } from "../en/exports.ts";
import type { Translated } from "../translated.ts";

export const exports: Translated<typeof english> = {
  about: "Dateien mit den Daten deiner Organisation, zur Sicherung und für den Umzug auf einen anderen Server.",
  locked: "Nur Administratoren können Daten exportieren.",
  start: "Neuer Export",
  startWords: "export backup sicherung herunterladen daten archiv",
  startHelp: "Das dauert eine Weile. Du bekommst eine Nachricht, wenn er fertig ist.",
  startButton: "Export starten",
  type: "Inhalt",
  public: "Öffentliche Daten",
  publicHelp: "Öffentliche Kanäle mit ihren Nachrichten und Dateien, und die Profile aller",
  consented: "Öffentliche und private Daten",
  consentedHelp:
    "Auch private Kanäle und Direktnachrichten von Personen, die es erlauben: {allowed, number} von {all, number}",
  list: "Exporte",
  none: "Es gibt noch keine.",
  requested: "Angefordert",
  by: "Von",
  stage: "Stand",
  pending: "Läuft",
  ready: "Fertig",
  failed: "Fehlgeschlagen",
  deleted: "Gelöscht",
  download: "Export vom {when} herunterladen",
  delete: "Export vom {when} löschen",
  deleteTitle: "Export vom {when} löschen?",
  deleteButton: "Export löschen",
  deleteHelp: "Die Datei wird vom Server gelöscht. Bereits heruntergeladene Kopien bleiben.",
  consents: "Private Daten",
  consentsWords: "erlauben zustimmung einwilligung privat export",
  consentsHelp:
    "Alle entscheiden unter „Konto und Datenschutz“ selbst, ob Exporte ihre privaten Daten enthalten dürfen.",
  person: "Person",
  privateData: "Private Daten",
  allowed: "Erlaubt",
  notAllowed: "Nicht erlaubt",
};
