import type { EmailChangeWords } from "./english.ts";

export const german: EmailChangeWords = {
  confirm: "Bestätige deine neue Adresse",
  explain: (from, to) => `Dein Konto ${from} bekommt die Adresse ${to}.`,
  button: "Diese Adresse verwenden",
  done: "Deine Adresse ist geändert",
  now: (email) => `Von nun an meldest du dich als ${email} an.`,
  goOn: "Weiter",
  over: "Dieser Link gilt nicht mehr",
  overExplained:
    "Ein Link gilt einmal und einen Tag lang. Ändere deine Adresse in den Einstellungen, um einen neuen zu bekommen.",

  own: {
    confirm: "Bestätige deine E-Mail-Adresse",
    explain: (email) => `Damit bestätigst du, dass ${email} deine Adresse ist.`,
    button: "Bestätigen",
    done: "Deine E-Mail-Adresse ist bestätigt",
    now: (email) => `${email} gehört dir.`,
    subject: (organization) => `Bestätige deine E-Mail-Adresse für ${organization}`,
    asked: (email, organization) => `Das Konto ${email} bei ${organization} verwendet diese Adresse.`,
    otherwise: "Der Link gilt einmal und einen Tag lang. Ist das nicht dein Konto, dann ignoriere diese E-Mail.",
  },

  confirmation: {
    subject: (organization) => `Bestätige deine neue Adresse für ${organization}`,
    asked: (from, organization) => `Das Konto ${from} bei ${organization} soll von nun an diese Adresse haben.`,
    otherwise:
      "Der Link gilt einmal und einen Tag lang. Weißt du nichts davon, dann ist nichts zu tun: Es ändert sich nichts.",
  },
  changed: {
    subject: (organization) => `Deine Adresse bei ${organization} hat sich geändert`,
    now: (email, organization) =>
      `Dein Konto bei ${organization} hat jetzt die Adresse ${email}. Melde dich von nun an mit ihr an.`,
    notYou: "Warst du das nicht, dann wende dich sofort an einen Administrator der Organisation.",
  },
};
