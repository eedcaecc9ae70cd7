/** What happened to channels and topics, said afterwards. */
import type { channels as english } from "../en/channels.ts";
import type { Translated } from "../translated.ts";

export const channels: Translated<typeof english> = {
  markedRead: "{count, plural, one {# Nachricht als gelesen markiert.} other {# Nachrichten als gelesen markiert.}}",
  pinned: "{name} ist angeheftet.",
  unpinned: "{name} ist nicht mehr angeheftet.",
  muted: "{name} ist stummgeschaltet.",
  unmuted: "{name} ist nicht mehr stummgeschaltet.",
  unsubscribed: "Du hast {name} abbestellt.",
  topicAsChannel: "Für {topic} gilt die Einstellung des Kanals.",
  topicMuted: "{topic} ist stummgeschaltet.",
  topicUnmuted: "{topic} ist nicht mehr stummgeschaltet.",
  topicFollowed: "Du folgst {topic}.",
};
