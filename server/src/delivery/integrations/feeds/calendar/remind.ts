/**
 * Posts the reminders that are due. The messages and the fact that they were posted are one transaction, in the organization's turn, in which
 * fetching changes the same row: every occurrence is posted once.
 */
import { ApiError, type Sentence } from "../../../../kernel/api/index.ts";
import { partOf, type WriteContext, type Writing } from "../../../../kernel/context.ts";
import { json } from "../../../../kernel/db/dialect.ts";
import type { UpcomingEvent } from "../../../../kernel/db/tables/feeds.ts";
import { sendMessage } from "../../../../messages/send/actions.ts";
import { accountsWithRights } from "../../../../people/users/rights.ts";
import { type Notices, noticesIn } from "../../../../text/notices/texts/index.ts";
import { plain, webAddress } from "../../markup.ts";
import { storedSentence } from "../../stored-sentence.ts";
import { announceFetch } from "../actions.ts";
import { MAX_SEEN } from "../entries.ts";
import { addressOf } from "../present.ts";
import { changeFeed, type FeedRow, feedById } from "../store.ts";
import { CLIENT, topicOf } from "../topic.ts";

/** Whoever else changes something in the organization waits for a batch, so it is small. */
const BATCH = 20;
/** After an outage, a reminder that is later than this would confuse more than it helps. */
const MOST_LATE_SECONDS = 600;
const DAY_SECONDS = 86_400;

export async function remindOfEvents(ctx: Writing, id: number): Promise<void> {
  const { db, realm, now } = ctx;
  const feed = realm.is_active ? await feedById(db, realm.id, id) : undefined;
  if (!feed || feed.is_paused || (feed.next_reminder_at ?? now + 1) > now) return;
  const account = (await accountsWithRights(ctx, [feed.user_id])).get(feed.user_id);
  if (!account?.isActive) return;
  const upcoming = feed.upcoming ?? [];
  const due = upcoming.filter(({ remind_at }) => remind_at <= now).slice(0, BATCH);
  const timely = due.filter((event) => now <= lastMoment(event));
  const refusal = await postAll({ ...ctx, user: account.user, client: CLIENT }, feed, timely);
  const done = new Set(due.map(({ key }) => key));
  const rest = upcoming.filter(({ key }) => !done.has(key));
  await changeFeed(db, id, {
    upcoming: json(rest),
    next_reminder_at: rest[0]?.remind_at ?? null,
    // What could not be posted is found again by the next fetch, as long as it has not begun.
    ...(refusal
      ? { outcome: "not_posted", reason: json(storedSentence(refusal)) }
      : { seen: json([...done, ...(feed.seen ?? [])].slice(0, MAX_SEEN)) }),
  });
  if (refusal) await announceFetch(ctx, account.user);
}

const lastMoment = ({ starts_at, is_all_day }: UpcomingEvent): number =>
  starts_at + (is_all_day ? DAY_SECONDS : MOST_LATE_SECONDS);

async function postAll(
  ctx: WriteContext,
  feed: FeedRow,
  events: readonly UpcomingEvent[],
): Promise<Sentence | undefined> {
  const notices = noticesIn(ctx.realm.settings.default_language);
  const topic = topicOf(feed, feed.title, addressOf(ctx.app.secrets, feed));
  try {
    await partOf(ctx, async (part) => {
      for (const event of events)
        await sendMessage(part, { type: "channel", to: feed.channel_id, topic, content: reminderOf(event, notices) });
    });
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.sentence;
    throw error;
  }
}

/** Everything in an event is of strangers: plain text. */
export function reminderOf(
  { summary, location, url, starts_at, is_all_day }: UpcomingEvent,
  { feeds }: Notices,
): string {
  const name = plain(summary).source || "…";
  const address = webAddress(url);
  const title = address === undefined ? `**${name}**` : `**[${name}](${address})**`;
  const starts = `<time:${new Date(starts_at * 1000).toISOString()}>`;
  const place = plain(location).source;
  return [
    is_all_day ? feeds.isToday(title) : feeds.starts(title, starts),
    ...(place === "" ? [] : [feeds.place(place)]),
  ].join("\n");
}
