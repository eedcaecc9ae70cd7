/** Notifications, and what is told while nothing is pressed. */
import type { living as english } from "../en/living.ts";
import type { Translated } from "../translated.ts";

export const living: Translated<typeof english> = {
  saidInTopic: "{sender} in {channel} › {topic}",
  saidToSeveral: "{sender} an dich und {others}",
  newMessage: "Neue Nachricht",
  newMessages: "{count, plural, one {# neue Nachricht} other {# neue Nachrichten}} von {people}",
  others: "{count, plural, one {# weiteren Person} other {# weiteren}}",
  askToNotify: "Benachrichtigungen einschalten?",
  turnOn: "Einschalten",
  turnOnNotifications: "Benachrichtigungen einschalten",
  notNow: "Nicht jetzt",
  notifying: "Benachrichtigungen sind eingeschaltet.",
  sendTest: "Test senden",
  refused: "Dein Browser blockiert Benachrichtigungen. Erlaube sie in seinen Einstellungen für diese Website.",
  couldNotReach:
    "Benachrichtigungen kommen nur an, solange Parley geöffnet ist. Ist es geschlossen, kann dieser Browser keine empfangen.",
  testTitle: "Benachrichtigungen funktionieren",
  testBody: "So sehen Benachrichtigungen über Nachrichten aus.",
};
