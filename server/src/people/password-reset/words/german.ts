import type { ResetWords } from "./english.ts";

export const german: ResetWords = {
  ask: "Neues Passwort anfordern",
  explain: "Gib die E-Mail-Adresse deines Kontos an. Du bekommst einen Link, mit dem du ein neues Passwort wählst.",
  withoutMail:
    "Dieser Server verschickt keine E-Mails. Bitte einen Administrator deiner Organisation um einen Link: Auf deiner Karte gibt es dafür „Link zum Zurücksetzen des Passworts erstellen“.",
  forOperator: "Wenn du diesen Server betreibst:",
  send: "Link schicken",
  back: "Zurück zur Anmeldung",
  onItsWay: "Wenn es zu dieser Adresse ein Konto gibt, ist ein Link unterwegs.",
  tooMany: "Zu viele Versuche. Sieh in dein Postfach oder warte eine Stunde.",
  noPasswords: "In dieser Organisation kann man sich nicht mit einem Passwort anmelden.",
  choose: "Neues Passwort wählen",
  newPassword: "Neues Passwort",
  signsOut: "Überall sonst wirst du abgemeldet.",
  save: "Passwort speichern",
  over: "Dieser Link gilt nicht mehr",
  overExplained: "Ein Link gilt einmal, einen Tag lang, und nur bis ein neuerer verschickt wird.",

  email: {
    subject: (organization) => `Ein neues Passwort für ${organization}`,
    asked: (organization) =>
      `Jemand, vermutlich du, hat ein neues Passwort für dein Konto bei ${organization} angefordert.`,
    choose: "Neues Passwort wählen",
    otherwise:
      "Der Link gilt einmal und einen Tag lang. Warst du es nicht, dann ist nichts zu tun: Dein Passwort bleibt, wie es ist.",
    noAccess: "Dein Konto dort ist deaktiviert und hat kein Passwort mehr. Wende dich an einen Administrator.",
  },
};
