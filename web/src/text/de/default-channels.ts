/** The page of default channels. */
import type { defaultChannels as english } from "../en/default-channels.ts";
import type { Translated } from "../translated.ts";

export const defaultChannels: Translated<typeof english> = {
  about: "Was neue Personen vorfinden, wenn sie beitreten.",
  words: "neue benutzer neulinge onboarding automatisch abonnieren",
  help: "Neue Personen abonnieren diese Kanäle automatisch. Für alle, die schon da sind, ändert sich nichts.",
  none: "Es gibt keine Standardkanäle.",
  add: "Standardkanal hinzufügen",
  groups: "Kanalpakete",
  groupsWords: "standardkanäle gruppen sets neulinge auswählen",
  groupsHelp: "Neue Personen können sie beim Beitreten zusätzlich zu den Standardkanälen auswählen.",
  createGroup: "Neues Paket",
  noGroups: "Es gibt noch keine Pakete.",
  edit: "Bearbeiten",
  delete: "Löschen",
  deleteNamed: "{name} löschen",
  deleteQuestion: "{name} löschen?",
  deleteLoss: "Die Kanäle und ihre Abonnenten bleiben. Neue Personen können dieses Paket nicht mehr auswählen.",
};
