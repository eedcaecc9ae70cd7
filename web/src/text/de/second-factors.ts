/** Two-factor authentication, on the page of one's account. */
import type { secondFactors as english } from "../en/second-factors.ts";
import type { Translated } from "../translated.ts";

export const secondFactors: Translated<typeof english> = {
  title: "Zwei-Faktor-Anmeldung",
  help: "Außer deinem Passwort ein Code von deinem Telefon. Wer dein Passwort erfährt, kann sich trotzdem nicht anmelden.",
  required: "Deine Organisation verlangt sie.",
  app: "Authenticator-App",
  appOff: "Nicht eingerichtet",
  appOn: "Eingerichtet {since}",
  appUsed: "Eingerichtet {since}, zuletzt verwendet {used}",
  setUp: "Einrichten",
  replace: "Ersetzen",
  remove: "Entfernen",
  codes: "Wiederherstellungscodes",
  codesLeft: "{count, plural, one {Noch # Code} other {Noch # Codes}}",
  newCodes: "Neue Codes anfordern",
  newCodesNote: "Deine bisherigen Wiederherstellungscodes gelten dann nicht mehr.",
  turnOnNote:
    "Deine anderen Geräte werden abgemeldet, und dein API-Schlüssel wird ersetzt: Apps und Programme, die ihn verwenden, brauchen den neuen.",
  replaceNote: "Die Codes deiner bisherigen App gelten dann nicht mehr.",
  removeNote: "Danach genügt dein Passwort zum Anmelden. Auch deine Wiederherstellungscodes gelten nicht mehr.",
  goOn: "Weiter",
  password: "Aktuelles Passwort",
  code: "Code aus deiner App oder ein Wiederherstellungscode",
  scan: "Scanne dies mit einer Authenticator-App auf deinem Telefon.",
  qrCode: "QR-Code für deine Authenticator-App",
  typeInstead: "Du kannst ihn nicht scannen? Gib dies in die App ein:",
  firstCode: "Der Code, den die App zeigt",
  turnOn: "Einschalten",
  isOn: "Deine Authenticator-App ist eingerichtet.",
  isOff: "Deine Authenticator-App ist entfernt.",
  keep: "Mit jedem dieser Codes meldest du dich einmal an, wenn du dein Telefon verlierst. Bewahre sie sicher auf: Sie werden nicht noch einmal gezeigt.",
  copy: "Kopieren",
  copied: "Wiederherstellungscodes kopiert.",
  download: "Herunterladen",
  saved: "Ich habe sie aufbewahrt",
};
