/** The left sidebar: its rows, their menus, and its foot. */
import type { rowMenus as english } from "../en/row-menus.ts";
import type { Translated } from "../translated.ts";

export const rowMenus: Translated<typeof english> = {
  markRead: "Als gelesen markieren",
  newTopic: "Neues Thema",
  pin: "Oben anheften",
  unpin: "Nicht mehr anheften",
  mute: "Stummschalten",
  unmute: "Stummschaltung aufheben",
  follow: "Folgen",
  unfollow: "Nicht mehr folgen",
  notifyOfAll: "Über jede Nachricht benachrichtigen",
  notifyAsUsual: "Standardbenachrichtigungen verwenden",
  colour: "Farbe",
  colourOf: "Farbe für {name}",
  hue: "Farbton",
  setColour: "Farbe festlegen",
  copyLink: "Link kopieren",
  linkCopied: "Link kopiert.",
  channelSettings: "Kanaleinstellungen",
  unsubscribe: "Abbestellen",
  viewCard: "Profil anzeigen",
  pinView: "An die Seitenleiste anheften",
  unpinView: "Unter „Mehr“ verschieben",
  removeView: "Entfernen",
  viewPinned: "{name} ist angeheftet.",
  viewUnpinned: "{name} ist jetzt unter „Mehr“.",
  viewRemoved: "{name} entfernt.",
};
