/** Identity providers that one's own account is linked to. */
import type { linkedProviders as english } from "../en/linked-providers.ts";
import type { Translated } from "../translated.ts";

export const linkedProviders: Translated<typeof english> = {
  title: "Weitere Anmeldungen",
  help: "Konten, die du anderswo hast und mit denen du dich bei {organization} anmelden kannst.",
  linked: "Verknüpft {since}",
  notLinked: "Nicht verknüpft",
  link: "Verknüpfen",
  unlink: "Trennen",
  linkTitle: "{provider} verknüpfen",
  linkNote: "Du meldest dich dort an und kommst hierher zurück. Danach kannst du dich damit anmelden.",
  goOn: "Weiter",
  unlinkTitle: "{provider} trennen?",
  unlinkNote: "Du kannst dich dann nicht mehr damit anmelden. Um es wieder zu verwenden, verknüpfe es hier.",
  unlinked: "{provider} ist getrennt.",
  onlyWayIn:
    "Anders kannst du dich nicht anmelden: Lege ein Passwort fest oder füge einen Passkey hinzu, bevor du es trennst.",
};
