import { PASSWORD_RULES } from "../../passwords.ts";
import type { SharedPageWords } from "./english.ts";

export const german: SharedPageWords = {
  server: {
    ready: "Parley ist bereit",
    setUp: "Noch gibt es keine Organisation. Öffne den Link, den der Server beim Start ausgegeben hat: Er beginnt mit",
    orCommand: "Oder lege die Organisation auf der Kommandozeile an:",
    commandExplained:
      "Führe das im Ordner von Parley aus, mit demselben PARLEY_DATA oder PARLEY_DATABASE_URL wie dieser Server, und lade dann diese Seite neu.",
    readApi: "Dokumentation der API",
    nobody: "Hier ist keine Organisation",
    nobodyExplained:
      "Unter dieser Adresse gibt es keine Organisation. Prüfe die Schreibweise oder frage die Person, von der du die Adresse hast.",
    deactivated: "Diese Organisation wurde deaktiviert.",
  },

  errors: {
    failed: "Hier ist etwas schiefgegangen",
    failedExplained: (id) => `Es liegt nicht an dir. Im Protokoll des Servers steht der Fehler unter ${id}.`,
    gone: "Hier ist nichts",
    goneBody: "Prüfe die Schreibweise der Adresse.",
    home: "Zur Startseite",
    forged: "Dieses Formular ist veraltet. Lade die Seite neu und schicke es noch einmal ab.",
    tryAgain: "Noch einmal versuchen",
    limit: "Wer diesen Server betreibt, kann die Grenze anheben:",
    wait: (time) => `Zu viele Versuche. Warte ${time}.`,
    waitOver: "Du kannst es wieder versuchen.",
  },

  fields: {
    email: "E-Mail",
    badEmail: "Gib eine gültige E-Mail-Adresse ein.",
    fullName: "Name",
    badFullName: 'Zwischen 2 und 100 Zeichen, und keines von * ` \\ > " @.',
    password: "Passwort",
    passwordHint: `Mindestens ${PASSWORD_RULES.password_min_length} Zeichen und nicht leicht zu erraten.`,
    weakPassword: "Dieses Passwort ist zu leicht zu erraten. Wähle ein längeres oder weniger gängiges.",
    timezone: "Zeitzone",
    noTimezone: "Später festlegen",
  },

  password: {
    show: "Anzeigen",
    hide: "Verbergen",
    strength: {
      short: `Zu kurz. Nimm mindestens ${PASSWORD_RULES.password_min_length} Zeichen.`,
      guessable: "Zu leicht zu erraten. Nimm ein paar Wörter mehr.",
      weak: "Schwach. Noch ein Wort würde helfen.",
      good: "Gut.",
      strong: "Stark.",
    },
  },

  finder: {
    title: "Finde deine Organisation",
    label: "Kurzname der Organisation",
    hint: "Der erste Teil ihrer Adresse, vor dem Punkt. Frage jemanden aus dem Team, wenn du ihn nicht kennst.",
    invalid: "Ein Kurzname besteht aus Kleinbuchstaben, Ziffern und Bindestrichen.",
    go: "Weiter",
  },
};
