import { plainly } from "../../markup.ts";
import type { FeedNotices } from "../feeds.ts";

export const englishFeeds: FeedNotices = {
  added: (title, entries) =>
    `The feed **${plainly(title)}** was added. It has ${entries === 1 ? "1 entry" : `${entries} entries`} so far; new ones will be posted here.`,
  andMore: (entries) => `and ${entries} more`,
  calendarAdded: (title, events) =>
    `The calendar **${plainly(title)}** was added. It has ${events === 1 ? "1 event" : `${events} events`} in the next eight days; reminders will be posted here.`,
  starts: (title, time) => `${title} starts at ${time}.`,
  isToday: (title) => `${title} is today.`,
  place: (location) => `Location: ${location}`,
  failing: (bot, title, isGone) =>
    isGone
      ? `The feed **${plainly(title)}** of your bot ${bot} no longer exists, so it was paused. Its settings are on the page of [feeds](/#settings/integrations/feeds).`
      : `The feed **${plainly(title)}** of your bot ${bot} has failed several times in a row. The reason is on the page of [feeds](/#settings/integrations/feeds).`,
};
