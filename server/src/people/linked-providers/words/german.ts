import type { LinkWords } from "./english.ts";

export const german: LinkWords = {
  subject: (organization) => `Wie du dich bei ${organization} anmeldest`,
  linked: "Dein Konto wurde mit einer weiteren Anmeldung verknüpft. Du kannst dich jetzt auch damit anmelden.",
  unlinked:
    "Eine Anmeldung wurde von deinem Konto getrennt. Mit ihr kann sich niemand mehr anmelden, bis du sie wieder verknüpfst.",
  notYou: "Warst du das nicht, dann ändere sofort dein Passwort und sag es den Administratoren der Organisation.",
};
