/** What follows from a calendar's document. */
import type { Notices } from "../../../../text/notices/texts/index.ts";
import { cleaned } from "../../payload.ts";
import type { FeedNews } from "../entries.ts";
import { decoded, type ReceivedDocument } from "../reading/read.ts";
import type { FeedRow } from "../store.ts";
import { hostOf } from "../topic.ts";
import { readCalendarInThread } from "./read.ts";

/** Events are not posted when they are published, but when they come near: the first fetch says how many do. */
export async function calendarNews(
  received: ReceivedDocument,
  { seen, minutes_before, time_zone }: FeedRow,
  { feeds }: Notices,
  { url, now }: { readonly url: string; readonly now: number },
): Promise<FeedNews> {
  const text = decoded(received);
  const task = { text, now, minutesBefore: minutes_before ?? 0, timeZone: time_zone ?? "UTC" };
  const { title: named, upcoming } = await readCalendarInThread(task);
  const title = cleaned(named);
  const count = upcoming.length;
  return {
    title,
    count,
    messages: seen === null ? [feeds.calendarAdded(title || hostOf(url), count)] : [],
    seen: seen ?? [],
    upcoming: upcoming.map((event) => ({
      ...event,
      summary: cleaned(event.summary),
      location: cleaned(event.location),
      url: cleaned(event.url),
    })),
  };
}
