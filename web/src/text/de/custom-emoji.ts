/** The page of custom emoji. */
import type { customEmoji as english } from "../en/custom-emoji.ts";
import type { Translated } from "../translated.ts";

export const customEmoji: Translated<typeof english> = {
  about: "Eigene Emojis deiner Organisation, für Nachrichten und Reaktionen.",
  add: "Emoji hinzufügen",
  addWords: "eigenes emoji hochladen bild custom",
  locked: "Du darfst keine Emojis hinzufügen. Wer das darf, steht auf der Seite „Berechtigungen“.",
  name: "Name",
  nameHelp: "Kleinbuchstaben, Ziffern und Bindestriche. Wähle dann ein Bild; es wird verkleinert.",
  choose: "Hochladen: Bild des Emojis",
  list: "Emojis dieser Organisation",
  none: "Es gibt noch keine.",
  by: "Hinzugefügt von {author}",
  removeNamed: ":{name}: entfernen",
  removeTitle: ":{name}: entfernen?",
  removeHelp: "Nachrichten und Reaktionen, die es verwenden, zeigen es weiterhin. Niemand kann es mehr neu verwenden.",
};
