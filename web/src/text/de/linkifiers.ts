/** The page of linkifiers. */
import type { linkifiers as english } from "../en/linkifiers.ts";
import type { Translated } from "../translated.ts";

export const linkifiers: Translated<typeof english> = {
  about: "Texte wie Ticketnummern, die in Nachrichten und Themen zu Links werden.",
  list: "Linkmuster",
  listWords: "linkifier regulärer ausdruck regex ticket issue link hinzufügen",
  listHelp: "Passen mehrere auf denselben Text, gilt das erste in dieser Liste.",
  none: "Es gibt noch keine.",
  locked: "Nur Administratoren können Linkmuster ändern.",
  add: "Linkmuster hinzufügen",
  editTitle: "Linkmuster bearbeiten",
  save: "Speichern",
  pattern: "Muster",
  patternHelp: "Ein regulärer Ausdruck in RE2-Syntax. Benenne seine Teile: (?P<id>…)",
  template: "URL-Vorlage",
  templateHelp: "Jeder benannte Teil des Musters steht hier in geschweiften Klammern: {example}",
  removed: "{pattern} entfernt",
  try: "Ausprobieren",
  tryWords: "test tester vorschau linkmuster linkifier",
  text: "Text zum Ausprobieren",
  textHelp: "Niemand sonst sieht diesen Text.",
  textExample: "Behoben in #1234",
  found: "{count, plural, =0 {Keine Links} one {# Link} other {# Links}}",
  links: "Links im Text",
  by: "durch {pattern}",
  tooSlow: "Dieses Muster braucht bei diesem Text zu lange. Vereinfache es.",
  badPattern: "Fehlerhafter regulärer Ausdruck: {reason}",
  tooLarge: "Das Muster ist zu groß.",
  badTemplate: "Ungültige URL-Vorlage.",
  groupNotInPattern: "Das Muster hat keinen Teil „{group}“, den die URL-Vorlage benutzt.",
  groupNotInTemplate: "Die URL-Vorlage benutzt den Teil „{group}“ des Musters nicht.",
};
