/** What the notices about feeds say. Titles are of strangers and plain text; bots are formatted. */
export interface FeedNotices {
  /** In the channel, when a feed was fetched for the first time. */
  added(title: string, entries: number): string;
  /** After the last entry that is posted. */
  andMore(entries: number): string;
  /** In the channel, when a calendar was fetched for the first time. */
  calendarAdded(title: string, events: number): string;
  /** The title is formatted, and so is the time. */
  starts(title: string, time: string): string;
  isToday(title: string): string;
  place(location: string): string;
  /** To the bot's owner. */
  failing(bot: string, title: string, isGone: boolean): string;
}
