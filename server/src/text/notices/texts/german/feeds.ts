import { plainly } from "../../markup.ts";
import type { FeedNotices } from "../feeds.ts";

export const germanFeeds: FeedNotices = {
  added: (title, entries) =>
    `Der Feed **${plainly(title)}** wurde hinzugefügt. Er hat bisher ${entries === 1 ? "einen Eintrag" : `${entries} Einträge`}; neue werden hier gepostet.`,
  andMore: (entries) => `und ${entries} weitere`,
  calendarAdded: (title, events) =>
    `Der Kalender **${plainly(title)}** wurde hinzugefügt. Er hat ${events === 1 ? "einen Termin" : `${events} Termine`} in den nächsten acht Tagen; Erinnerungen werden hier gepostet.`,
  starts: (title, time) => `${title} beginnt um ${time}.`,
  isToday: (title) => `${title} ist heute.`,
  place: (location) => `Ort: ${location}`,
  failing: (bot, title, isGone) =>
    isGone
      ? `Den Feed **${plainly(title)}** deines Bots ${bot} gibt es nicht mehr, deshalb wurde er angehalten. Seine Einstellungen sind auf der Seite der [Feeds](/#settings/integrations/feeds).`
      : `Der Feed **${plainly(title)}** deines Bots ${bot} konnte mehrmals nacheinander nicht abgerufen werden. Der Grund steht auf der Seite der [Feeds](/#settings/integrations/feeds).`,
};
