/** The message log: what stands between messages, and around them. */
import type { log as english } from "../en/log.ts";
import type { Translated } from "../translated.ts";

export const log: Translated<typeof english> = {
  messages: "Nachrichten",
  new: "{count, plural, =0 {Neu} other {# neu}}",
  unreadFromHere:
    "{count, plural, =0 {Ungelesene Nachrichten} one {# ungelesene Nachricht} other {# ungelesene Nachrichten}}",
  missed: "{count, plural, other {# neu, während du weg warst}}",
  arrived: "{count, plural, one {# neue Nachricht} other {# neue Nachrichten}} von {names}",
  toNewest:
    "{count, plural, =0 {Zur neuesten Nachricht springen} one {# neue Nachricht. Zur neuesten springen} other {# neue Nachrichten. Zur neuesten springen}}",
  jumpToDate: "Zu einem Datum springen",
  dayJump: "{day}. Zu einem Datum springen",
  date: "Datum",
  jump: "Springen",
  beginningOfTopic: "Der Anfang dieses Themas",
  beginningOfConversation: "Der Anfang dieses Gesprächs",
  beginningOfChannel: "Der Anfang dieses Kanals",
  beginning: "Keine älteren Nachrichten",
  protected: "Nachrichten von vor deinem Beitritt werden nicht angezeigt.",
  limited: "Der Tarif deiner Organisation umfasst keine älteren Nachrichten.",
  noOlder: "Ältere Nachrichten konnten nicht geladen werden.",
  noNewer: "Neuere Nachrichten konnten nicht geladen werden.",
  unknownChannel: "Unbekannter Kanal",
  you: "Du",
  resolve: "Als erledigt markieren",
  reopen: "Wieder öffnen",
  mute: "Thema stummschalten",
  unmute: "Stummschaltung des Themas aufheben",
};
