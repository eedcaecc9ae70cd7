/** The frame: sign-in state, connection, errors of the whole application. */
import type { shell as english } from "../en/shell.ts";
import type { Translated } from "../translated.ts";

export const shell: Translated<typeof english> = {
  sidebar: "Ansichten und Gespräche",
  details: "Details",
  skipToMessages: "Zu den Nachrichten",
  skipToComposer: "Zum Eingabefeld",
  skipToSidebar: "Zur Seitenleiste",
  couldNotStart: "Die Organisation konnte nicht geladen werden.",
  offlineSince: "Offline seit {time}.",
  offlineHow: "Du kannst lesen und schreiben; Nachrichten werden gesendet, sobald du wieder verbunden bist.",
  retry: "Erneut versuchen",
  offline: "Offline",
  offlineWaiting: "{count, plural, one {Offline, # ausstehend} other {Offline, # ausstehend}}",
  reconnecting: "Verbindung wird hergestellt",
  signedOut: "Du bist abgemeldet. Melde dich an, um fortzufahren.",
  signIn: "Anmelden",
  leaveTitle: "{count, plural, one {Ein Text ist nur in diesem Browser} other {# Texte sind nur in diesem Browser}}",
  leaveHelp:
    "{count, plural, one {Der Server hat ihn nicht. Beim Abmelden wird er gelöscht.} other {Der Server hat sie nicht. Beim Abmelden werden sie gelöscht.}}",
  stay: "Angemeldet bleiben",
  leaveAnyway: "Abmelden und löschen",
  nowhere: "Dieser Link führt hier nirgendwohin.",
  noAccess: "Dieses Gespräch gibt es nicht, oder du hast keinen Zugriff darauf.",
  newVersion: "Eine neue Version ist bereit.",
  reload: "Neu laden",
  // Not “Gast”: that is the role of a signed-in person.
  visiting: "Du liest ohne Konto mit. Melde dich an, um mitzumachen.",
};
