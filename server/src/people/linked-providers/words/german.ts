import type { LinkWords } from "./english.ts";

export const german: LinkWords = {
  subject: (organization) => `Wie du dich bei ${organization} anmeldest`,
  linked: "Dein Konto wurde mit einer weiteren Anmeldung verknüpft. Du kannst dich jetzt auch damit anmelden.",
  unlinked:
    "Ein Anmeldeanbieter wurde von deinem Konto getrennt. Über ihn kann sich hier niemand mehr anmelden, bis du ihn wieder verknüpfst.",
  notYou: "Warst du das nicht, dann ändere sofort dein Passwort und sag es den Administratoren der Organisation.",
};
