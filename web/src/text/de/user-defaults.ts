/** The page of the defaults for new users. */
import type { userDefaults as english } from "../en/user-defaults.ts";
import type { Translated } from "../translated.ts";

export const userDefaults: Translated<typeof english> = {
  about: "Die Einstellungen, mit denen Personen beitreten. Wer schon da ist, behält seine.",
  privacy: "Datenschutz",
  emailAddress: "Wer die E-Mail-Adresse sieht",
  emailAddressWords: "sichtbarkeit datenschutz e-mail verbergen",
  emailAddressHelp: "Auf der Karte der Person.",
  everyone: "Alle, auch Gäste",
  members: "Mitglieder",
  moderators: "Moderatoren",
  administrators: "Administratoren",
  nobody: "Niemand",
  presence: "Anzeigen, wann die Person aktiv ist",
  receipts: "Anderen zeigen, was die Person gelesen hat",
  typingDirect: "Schreiben in Direktnachrichten anzeigen",
  typingChannels: "Schreiben in Kanälen anzeigen",
  seesTyping: "Sehen, wenn andere schreiben",
};
