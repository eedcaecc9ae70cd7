/** One message. */
import type { message as english } from "../en/message.ts";
import type { Translated } from "../translated.ts";

export const message: Translated<typeof english> = {
  label: "{name}, {time}{mentions, select, yes {, erwähnt dich} other {}}{unread, select, yes {, ungelesen} other {}}",
  echo: "{name}, {time}, noch nicht gesendet",
  fromMuted: "Eine Nachricht von einer stummgeschalteten Person.",
  show: "Anzeigen",
  edited: "bearbeitet",
  moved: "verschoben",
  both: "bearbeitet und verschoben",
  movedFrom: "verschoben aus {place}",
  bothFrom: "bearbeitet und verschoben aus {place}",
  // Dative: it only follows “aus”, “von” or “zu”.
  privateChannel: "einem privaten Kanal",
  starred: "Markiert",
  starWaits: "Markiert. Wartet auf die Verbindung",
  remindsAt: "Erinnerung: {when}",
  reactions: "Reaktionen",
  addReaction: "Reaktion hinzufügen",
  you: "Du",
  // The names come last: before a verb, its form would depend on whether “du” is among them.
  reacted: "Mit :{emoji}: reagiert: {names}",
  reactionWaits: "Mit :{emoji}: reagiert: {names}. Wartet auf die Verbindung",
  sending: "Wird gesendet",
  waiting: "Wartet auf die Verbindung",
  notSent: "Nicht gesendet. {reason}",
  edit: "Bearbeiten",
  discard: "Verwerfen",
};
