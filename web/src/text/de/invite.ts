/** The dialog that invites people. */
import type { invite as english } from "../en/invite.ts";
import type { Translated } from "../translated.ts";

export const invite: Translated<typeof english> = {
  emails: "E-Mail-Adressen, eine oder mehrere",
  expires: "Gültigkeit",
  day: "1 Tag",
  tenDays: "10 Tage",
  month: "30 Tage",
  never: "Unbegrenzt",
  role: "Rolle",
  channels: "Kanäle für den Anfang",
  link: "Link",
  makeLink: "Link erstellen",
  send: "Einladen",
  sendMany: "{count, plural, one {# Person einladen} other {# Personen einladen}}",
  noMail: "Dieser Server verschickt keine E-Mails. Du bekommst für jede Adresse einen Link zum Weitergeben.",
  noMailNotice: "Dieser Server verschickt keine E-Mails: Neue Personen treten mit Links bei, die du weitergibst.",
  howToSendMail: "So verschickt er E-Mails",
  dismiss: "Ausblenden",
  passOn: "Gib allen ihren Link. Die Links stehen auch in der Liste der offenen Einladungen.",
  passOnByOwner: "Eingeladen. Dieser Server verschickt keine E-Mails: Bitte einen Eigentümer, die Links weiterzugeben.",
  onlyHere: "Diese Links funktionieren nur auf diesem Computer, weil PARLEY_URL auf dem Server nicht gesetzt ist.",
  copy: "Kopieren",
  copied: "Link kopiert.",
  done: "Fertig",
  sent: "{count, plural, one {# Einladung gesendet.} other {# Einladungen gesendet.}}",
};
