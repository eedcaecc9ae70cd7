/** The menus of the organization, of oneself, and for help. */
import type { menus as english } from "../en/menus.ts";
import type { Translated } from "../translated.ts";

export const menus: Translated<typeof english> = {
  organizationMenu: "Menü der Organisation",
  personalMenu: "Persönliches Menü",
  helpMenu: "Hilfemenü",
  invite: "Personen einladen",
  filter: "Seitenleiste filtern",
  channels: "Kanäle",
  groups: "Gruppen",
  organization: "Einstellungen der Organisation",
  themeSystem: "Wie das System",
  themeLight: "Helles Design",
  themeDark: "Dunkles Design",
  help: "Hilfe",
  keys: "Tastenkürzel",
  formatting: "Nachrichten formatieren",
  operators: "Suchoperatoren",
  aboutParley: "Über Parley",
  yourCard: "Dein Profil",
  signOut: "Abmelden",
};
