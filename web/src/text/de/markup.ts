/** What messages contain. */
import type { markup as english } from "../en/markup.ts";
import type { Translated } from "../translated.ts";

export const markup: Translated<typeof english> = {
  code: "Code",
  codeIn: "{language}-Code",
  copy: "Kopieren",
  copied: "Kopiert",
  notCopied: "Nicht kopiert",
  wrap: "Umbrechen",
  openIn: "In {name} öffnen",
  openInOne: "Öffnen in",
  showLines: "{count, plural, one {# Zeile anzeigen} other {# Zeilen anzeigen}}",
  showFewerLines: "Weniger Zeilen anzeigen",
  spoiler: "Spoiler",
  spoilerAbout: "Spoiler: {title}",
  show: "Anzeigen",
  hide: "Ausblenden",
  table: "Tabelle",
  download: "Herunterladen",
  downloadFile: "{name} herunterladen",
  video: "Video: {name}",
  audio: "Audio: {name}",
  picture: "Bild: {name}",
  moreImages: "+{count, number}",
  hidePreview: "Vorschau ausblenden",
  showAll: "Alles anzeigen",
  showLess: "Weniger anzeigen",
};
