/** The page of legal holds. */
import type { legalHolds as english } from "../en/legal-holds.ts";
import type { Translated } from "../translated.ts";

export const legalHolds: Translated<typeof english> = {
  locked: "Nur Eigentümer sehen Aufbewahrungspflichten.",
  list: "Aufbewahrungspflichten",
  none: "Nichts muss aufbewahrt werden",
  noneHelp:
    "Nachrichten unter einer Aufbewahrungspflicht kann niemand löschen, und auch Fristen löschen sie nicht. Die Daten derer, die sie geschrieben haben, bleiben ebenfalls.",
  person: "Person",
  channel: "Kanal",
  what: "Für",
  reason: "Grund",
  since: "Seit",
  by: "Angeordnet von",
  place: "Aufbewahrung anordnen",
  placeAction: "Anordnen",
  placeHelp:
    "Bei einer Person wird aufbewahrt, was sie und ihre Bots gesendet haben, und alle ihre Direktnachrichten. Bei einem Kanal alles, was darin steht.",
  kind: "Aufbewahren",
  reasonHelp: "Nur Eigentümer sehen ihn.",
  chooseChannel: "Kanal wählen",
  lift: "Aufbewahrung für {name} aufheben",
  liftQuestion: "Aufbewahrung für {name} aufheben?",
  liftHelp: "Was aufbewahrt wurde, kann dann gelöscht werden.",
  liftAction: "Aufheben",
};
