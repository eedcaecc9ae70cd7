/** The page of channel folders. */
import type { folders as english } from "../en/folders.ts";
import type { Translated } from "../translated.ts";

export const folders: Translated<typeof english> = {
  about: "Wie Kanäle in der Seitenleiste aller geordnet sind.",
  title: "Ordner",
  help: "In der Reihenfolge der Seitenleiste. Ein Kanal ist in einem Ordner oder in keinem.",
  create: "Neuer Ordner",
  createWords: "kanalordner erstellen gruppieren seitenleiste reihenfolge",
  none: "Es gibt noch keine Ordner.",
  edit: "Ordner bearbeiten",
  editNamed: "{name} bearbeiten",
  actions: "Aktionen für {name}",
  moveUp: "{name} nach oben verschieben",
  moveDown: "{name} nach unten verschieben",
  addChannel: "Kanal hinzufügen …",
  addChannelTo: "Kanal zu {name} hinzufügen",
  archive: "Ordner archivieren",
  notEmpty: "Entferne zuerst die Kanäle daraus.",
  archived: "Archivierte Ordner",
  unarchive: "Archivierung aufheben",
  unarchiveNamed: "Archivierung von {name} aufheben",
  loose: "Kanäle ohne Ordner",
  looseWords: "kanaleinstellungen liste",
  noneLoose: "Jeder Kanal ist in einem Ordner.",
};
