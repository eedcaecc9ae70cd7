import type { SignUpWords } from "./english.ts";

export const german: SignUpWords = {
  join: (organization) => `${organization} beitreten`,
  roles: { 100: "Eigentümer", 200: "Administrator", 300: "Moderator", 400: "Mitglied", 600: "Gast" },
  offer: (inviter, organization, role) =>
    inviter === undefined
      ? `Du bist zu ${organization} eingeladen, als ${role}.`
      : `${inviter} hat dich zu ${organization} eingeladen, als ${role}.`,
  channels: (names) => `Du beginnst in ${names}.`,
  open: "Alle können beitreten.",
  ofDomains: (domains) =>
    domains === ""
      ? "Alle mit einer Adresse dieser Organisation können beitreten."
      : `Alle mit einer Adresse unter ${domains} können beitreten.`,
  whichAddress: "Welche E-Mail-Adresse möchtest du verwenden?",
  goOn: "Weiter",
  haveAccount: "Ich habe schon ein Konto",
  checkMail: "Sieh in dein Postfach",
  mailed: (email) => `Wir haben einen Link an ${email} geschickt. Er gilt einen Tag.`,
  closed: "Du brauchst eine Einladung",
  closedBody:
    "Dieser Organisation kann man nur mit einer Einladung beitreten. Bitte jemanden aus der Organisation, dich einzuladen.",
  closedWithoutMail:
    "Dieser Server verschickt keine E-Mails und kann deine Adresse nicht bestätigen. Bitte jemanden aus der Organisation um einen Einladungslink.",
  unconfirmable: "Deine Adresse lässt sich hier nicht bestätigen",
  unconfirmableBody: (inviter) =>
    `Diese Organisation nimmt nur bestätigte E-Mail-Adressen an, und dieser Server verschickt keine E-Mails. Bitte ${inviter ?? "einen Administrator"}, deine Adresse einzuladen; dabei entsteht ein Link für dich.`,
  emailUnconfirmed:
    "Damit meldest du dich an. Dieser Server verschickt keine E-Mails, du bekommst also keine an diese Adresse.",
  taken:
    "Mit dieser Adresse kannst du nicht beitreten. Wenn du ein Konto hast, melde dich an; hast du das Passwort vergessen, wende dich an einen Administrator.",

  broken: "Dieser Link funktioniert nicht",
  brokenBody: {
    malformed: "Er ist nicht vollständig. Kopiere den ganzen Link aus der E-Mail oder bitte um einen neuen.",
    unknown: "Diese Einladung gibt es nicht. Prüfe den Link oder bitte um einen neuen.",
  },
  invitationOver: "Diese Einladung gilt nicht mehr",
  askForNew: (inviter) => `Bitte ${inviter ?? "jemanden aus der Organisation"} um eine neue.`,
  confirmationOver: "Dieser Link gilt nicht mehr",
  confirmationOverBody: "Er gilt einmal und einen Tag lang.",
  askAgain: "Neuen Link anfordern",

  refused: "Diese Adresse ist hier nicht möglich",
  faults: {
    invalid: "Gib eine gültige E-Mail-Adresse ein.",
    outside_domains: "Diese Organisation nimmt nur E-Mail-Adressen ihrer eigenen Domains an.",
    disposable: "Verwende deine echte E-Mail-Adresse: Wegwerfadressen werden hier nicht angenommen.",
    has_plus: "E-Mail-Adressen mit + werden hier nicht angenommen.",
    reserved: "Diese Adresse ist für Parley reserviert.",
    deactivated: "Zu dieser Adresse gibt es ein deaktiviertes Konto. Administratoren können es wieder aktivieren.",
  },

  welcome: (organization) => `Willkommen bei ${organization}`,
  almost: (email) => `Noch ein Schritt, und ${email} hat ein Konto.`,
  nameHint: "So, wie andere ihn sehen sollen.",
  nameTaken: "So heißt hier schon jemand. Wähle einen anderen Namen.",
  visibility: "Wer deine E-Mail-Adresse sieht",
  usual: "Wie hier üblich",
  visibilities: {
    1: "Alle",
    2: "Mitglieder, nicht Gäste",
    5: "Moderatoren und Administratoren",
    3: "Administratoren",
    4: "Niemand",
  },
  groups: "Kanäle für den Anfang",
  make: "Beitreten",

  emails: {
    confirm: {
      subject: (organization) => `Bestätige deine Adresse für ${organization}`,
      said: (organization) =>
        `Noch ein Schritt, und du hast ein Konto bei ${organization}: Bestätige, dass diese Adresse dir gehört.`,
      open: "Bestätigen und weiter",
      also: "Der Link gilt einen Tag. Wenn du dich nicht registriert hast, kannst du diese E-Mail ignorieren.",
    },
    hasAccount: {
      subject: (organization) => `Du hast schon ein Konto bei ${organization}`,
      said: (organization) =>
        `Jemand wollte sich bei ${organization} mit dieser Adresse registrieren. Sie hat dort schon ein Konto.`,
      open: "Anmelden",
      also: "Wenn du das nicht warst, kannst du diese E-Mail ignorieren.",
    },
    deactivated: {
      subject: (organization) => `Dein Konto bei ${organization} ist deaktiviert`,
      said: (organization) =>
        `Jemand wollte sich bei ${organization} mit dieser Adresse registrieren. Ihr Konto dort ist deaktiviert; Administratoren der Organisation können es wieder aktivieren.`,
      also: "Wenn du das nicht warst, kannst du diese E-Mail ignorieren.",
    },
  },
};
