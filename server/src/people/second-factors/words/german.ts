import type { SecondFactorWords } from "./english.ts";

export const german: SecondFactorWords = {
  secondFactor: "Zwei-Faktor-Anmeldung",
  code: "Code",
  codeHint: "Aus deiner Authenticator-App, oder einer deiner Wiederherstellungscodes.",
  wrongCode: "Dieser Code stimmt nicht oder wurde schon verwendet. Gib einen neuen ein.",
  passkeySignIn: "Mit einem Passkey anmelden",
  usePasskey: "Passkey verwenden",
  notUsed:
    "Es wurde kein Passkey verwendet: Du hast abgebrochen, es hat zu lange gedauert, oder dieses Gerät hat keinen für dieses Konto. Versuche es noch einmal, oder melde dich anders an.",
  signIn: "Anmelden",
  back: "Zurück zur Anmeldung",
  setUp: "Zwei-Faktor-Anmeldung einrichten",
  required: (organization) =>
    `${organization} verlangt sie für deine Rolle: Außer mit deinem Passwort meldest du dich mit einem Code aus einer App auf deinem Telefon an.`,
  scan: "Scanne dies mit einer Authenticator-App.",
  qrCode: "QR-Code für deine Authenticator-App",
  typeInstead: "Du kannst ihn nicht scannen? Gib dies in die App ein:",
  firstCode: "Der Code, den die App zeigt",
  tooLate: "Das hat zu lange gedauert. Scanne den neuen Code.",
  turnOn: "Einschalten",
  recoveryCodes: "Speichere deine Wiederherstellungscodes",
  keepCodes:
    "Mit jedem dieser Codes meldest du dich einmal an, wenn du dein Telefon verlierst. Bewahre sie sicher auf: Sie werden nicht noch einmal gezeigt. Apps und Programme brauchen deinen neuen API-Schlüssel.",
  goOn: "Ich habe sie gespeichert",

  changed: {
    subject: (organization) => `Zwei-Faktor-Anmeldung bei ${organization}`,
    authenticator_added:
      "Zu deinem Konto gehört jetzt eine Authenticator-App. Zum Anmelden brauchst du von nun an ihre Codes.",
    authenticator_removed: "Die Authenticator-App gehört nicht mehr zu deinem Konto.",
    passkey_added: "Zu deinem Konto gehört jetzt ein Passkey. Du kannst dich damit anmelden.",
    passkey_removed: "Ein Passkey gehört nicht mehr zu deinem Konto.",
    recovery_codes_replaced: "Dein Konto hat neue Wiederherstellungscodes. Die alten gelten nicht mehr.",
    recovery_code_used: "Jemand hat einen deiner Wiederherstellungscodes verwendet. Er gilt nicht noch einmal.",
    removed_by_administrator:
      "Ein Administrator hat die zweiten Faktoren deines Kontos entfernt. Bis du einen neuen einrichtest, genügt dein Passwort.",
    removed_by_operator:
      "Der Betreiber des Servers hat die zweiten Faktoren deines Kontos entfernt. Bis du einen neuen einrichtest, genügt dein Passwort.",
    notYou: "Warst du das nicht, dann ändere jetzt dein Passwort und sage es einem Administrator der Organisation.",
  },
};
