/** Erasing people, and what people do with their own data. */
import type { erasure as english } from "../en/erasure.ts";
import type { Translated } from "../translated.ts";

export const erasure: Translated<typeof english> = {
  title: "Deine Daten",
  export: "Deine Daten exportieren",
  exportHelp:
    "Dein Profil, deine Einstellungen, Nachrichten, Reaktionen und Dateien als Archiv. Du bekommst eine Nachricht, wenn es fertig ist, und kannst es eine Woche lang herunterladen.",
  exportAction: "Export starten",
  exportPending: "Der Export wird erstellt …",
  exportReady: "Exportiert {when}, {size}. Wird gelöscht {expires}.",
  exportFailed: "Der letzte Export ist fehlgeschlagen. Versuche es noch einmal.",
  download: "Herunterladen",
  delete: "Konto löschen",
  deleteHelp:
    "Dein Name, deine E-Mail-Adresse, dein Bild, deine Einstellungen und alles andere, was über dich gespeichert ist, werden gelöscht. Das lässt sich nicht rückgängig machen.",
  deleteNotAllowed: "In deiner Organisation kann niemand sein Konto selbst löschen. Wende dich an einen Eigentümer.",
  deleteAction: "Löschen …",
  deleteQuestion: "Dein Konto löschen?",
  deleteConfirm: "Konto löschen",
  deleteNote:
    "Dein Name, deine E-Mail-Adresse, dein Bild, deine Einstellungen, Sitzungen und Bots werden endgültig gelöscht, und du wirst überall abgemeldet. Bestätige, dass du es bist.",
  ownKept: "Deine Nachrichten bleiben unter einem Konto ohne Namen.",
  ownRemoved: "Alle deine Nachrichten, Reaktionen und Dateien werden entfernt.",
  ownReassigned:
    "Deine Nachrichten in Kanälen bleiben, aber niemand erfährt mehr, dass sie von dir sind. Deine Direktnachrichten bleiben unter einem Konto ohne Namen.",
  eraseQuestion: "Alle Daten von {name} löschen?",
  eraseConfirm: "Daten löschen",
  eraseNote:
    "Name, E-Mail-Adresse, Bild, Einstellungen, Sitzungen und Bots von {name} werden endgültig gelöscht. Was andere geschrieben haben, bleibt. Das lässt sich nicht rückgängig machen.",
  messages: "Nachrichten",
  kept: "Behalten unter einem Konto ohne Namen",
  removed: "Entfernen, mit Reaktionen und Dateien",
  reassigned: "In Kanälen behalten, ohne Hinweis auf die Person",
  erased: "Die Daten von {name} werden gelöscht.",
};
