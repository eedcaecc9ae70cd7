/** Inbox, Recent, topics, and what is kept to be sent later. */
import type { lists as english } from "../en/lists.ts";
import type { Translated } from "../translated.ts";

export const lists: Translated<typeof english> = {
  inboxSummary:
    "{count, plural, one {# ungelesen} other {# ungelesen}} in {conversations, plural, one {# Gespräch} other {# Gesprächen}}",
  olderNotListed: "Ältere ungelesene Nachrichten sind nicht aufgeführt.",
  caughtUp: "Du bist auf dem Laufenden.",
  // A key follows.
  nothingUnread: "Nichts ungelesen. Letzte Gespräche:",
  openRecent: "Letzte Gespräche",
  nothingHere: "Nichts Ungelesenes passt dazu.",
  filterLabel: "Anzeigen",
  all: "Alle",
  followedOnly: "Folge ich",
  forYou: "Für dich",
  pinned: "Angeheftet",
  otherChannels: "Andere Kanäle",
  muted: "Stummgeschaltet",
  filter: "Filtern",
  filterByName: "Nach Name filtern",
  resolved: "Erledigt",
  followed: "Folge ich",
};
