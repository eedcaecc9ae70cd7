/** The page of everyone's bots. */
import type { allBots as english } from "../en/all-bots.ts";
import type { Translated } from "../translated.ts";

export const allBots: Translated<typeof english> = {
  about: "Konten von Programmen und wer für sie verantwortlich ist.",
  lists: "Listen von Bots",
  all: "Alle Bots",
  yours: "Deine Bots",
  none: "Es gibt keine Bots.",
  noneOfYours: "Du hast keine Bots.",
  owner: "Eigentümer",
  newOwner: "Anderer Eigentümer",
  ownerHelp: "Ist für den Bot verantwortlich und sieht seinen API-Schlüssel.",
  noOwner: "Niemand",
  filterState: "Angezeigte Bots",
  active: "Aktiv",
  deactivated: "Deaktiviert",
  deactivatedBot: "{name} ist deaktiviert.",
  locked: "Einen Bot können Administratoren und sein Eigentümer ändern.",
};
