/** Pictures in full. */
import type { viewer as english } from "../en/viewer.ts";
import type { Translated } from "../translated.ts";

export const viewer: Translated<typeof english> = {
  openOriginal: "Original öffnen",
  copyLink: "Link kopieren",
  linkCopied: "Link kopiert.",
  linkNotCopied: "Der Link konnte nicht kopiert werden.",
  previous: "Vorheriges Bild",
  next: "Nächstes Bild",
  zoomIn: "Vergrößern",
  zoomOut: "Verkleinern",
  fit: "An Fenster anpassen",
  position: "{index, number} von {count, number}",
  failed: "Das Bild konnte nicht geladen werden.",
};
