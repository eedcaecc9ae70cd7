/** Names of the views, in the sidebar, as headings and in the window's title. */
import type { views as english } from "../en/views.ts";
import type { Translated } from "../translated.ts";

export const views: Translated<typeof english> = {
  inbox: "Eingang",
  recent: "Zuletzt",
  feed: "Kombinierter Feed",
  mentions: "Erwähnungen",
  starred: "Markiert",
  drafts: "Entwürfe",
  scheduled: "Geplant",
  reminders: "Erinnerungen",
  reactions: "Reaktionen",
  directMessages: "Direktnachrichten",
  notesToSelf: "Eigene Notizen",
  search: "Suche",
};
