/**
 * Fetches one feed. Which entries were seen and the messages about them are written in one transaction, with the removal of the
 * job: after a crash the feed is fetched again, and nothing is missing or posted twice.
 */
import { ApiError, type Sentence } from "../../../kernel/api/index.ts";
import { type OpenContext, partOf, type WriteContext, type Writing } from "../../../kernel/context.ts";
import { json } from "../../../kernel/db/dialect.ts";
import type { Attempt } from "../../../kernel/jobs/job-kind.ts";
import { logOf } from "../../../kernel/request-log.ts";
import { tellOwner } from "../../../messages/notices/tell-owner.ts";
import { sendMessage } from "../../../messages/send/actions.ts";
import { accountsWithRights } from "../../../people/users/rights.ts";
import { noticesIn } from "../../../text/notices/texts/index.ts";
import { storedSentence } from "../stored-sentence.ts";
import { announceFetch, remindSoon } from "./actions.ts";
import { calendarNews } from "./calendar/news.ts";
import type { FetchOutcome } from "./contract.ts";
import { download, type Validators } from "./download.ts";
import { type FeedNews, newsIn } from "./entries.ts";
import { addressOf } from "./present.ts";
import { NotAFeed } from "./reading/document.ts";
import { readFeed } from "./reading/read.ts";
import { nextFetchAt } from "./schedule.ts";
import { changeFeed, type FeedRow, feedById } from "./store.ts";
import { CLIENT, hostOf, topicOf } from "./topic.ts";

/** The owner learns of a feed that has failed for most of a day, once. */
export const FAILURES_TO_TELL = 6;

export async function fetchFeed(ctx: OpenContext, id: number, attempt: Attempt): Promise<void> {
  const feed = await dueFeed(ctx, id);
  if (!feed) return;
  const url = addressOf(ctx.app.secrets, feed);
  const found = await fetched(ctx, feed, url);
  const { outcome, status } = found;
  logOf(ctx).debug({ feed: id, host: hostOf(url), outcome, status }, "a feed was fetched");
  await attempt.finish((writing) => store(writing, feed, found, url));
}

/** Undefined if it is not due any more: it was removed, paused, or fetched by another job. */
async function dueFeed(ctx: OpenContext, id: number): Promise<FeedRow | undefined> {
  const feed = ctx.realm.is_active ? await feedById(ctx.db, ctx.realm.id, id) : undefined;
  return feed && !feed.is_paused && feed.next_fetch_at <= ctx.now ? feed : undefined;
}

interface Fetched {
  readonly outcome: FetchOutcome;
  readonly status: number | null;
  readonly retryAfter?: number;
  readonly news?: FeedNews;
  readonly validators?: Validators;
}

async function fetched(ctx: OpenContext, feed: FeedRow, url: string): Promise<Fetched> {
  const found = await download(ctx.app, { url, kind: feed.kind, now: ctx.now, ...validatorsFor(feed, ctx.now) });
  if (found.kind === "failure") return found;
  const { status } = found;
  if (found.kind === "unchanged") return { outcome: "unchanged", status };
  try {
    const notices = noticesIn(ctx.realm.settings.default_language);
    const news =
      feed.kind === "calendar"
        ? await calendarNews(found, feed, notices, { url, now: ctx.now })
        : await newsIn(await readFeed(found), feed, notices, url);
    return { outcome: "fetched", status, news, validators: found.validators };
  } catch (error) {
    if (!(error instanceof NotAFeed)) throw error;
    return { outcome: "not_a_feed", status };
  }
}

/** The events of a calendar come nearer while it is unchanged, so that it is read again a few times a day. */
const REREAD_SECONDS = 6 * 3600;
const NO_VALIDATORS: Validators = { etag: null, last_modified: null };

function validatorsFor({ kind, etag, last_modified, fetched_at }: FeedRow, now: number): Validators {
  const period = (moment: number) => Math.floor(moment / REREAD_SECONDS);
  const isReread = kind === "calendar" && period(fetched_at ?? 0) !== period(now);
  return isReread ? NO_VALIDATORS : { etag, last_modified };
}

const SUCCESSES: readonly FetchOutcome[] = ["fetched", "unchanged"];

/** Everything is checked again: the feed may have been changed meanwhile, and its bot may no longer post. */
async function store(ctx: Writing, before: FeedRow, { news, ...found }: Fetched, url: string): Promise<void> {
  const { db, realm, now } = ctx;
  const feed = await feedById(db, realm.id, before.id);
  if (!feed || isAnother(feed, before)) return;
  const account = (await accountsWithRights(ctx, [feed.user_id])).get(feed.user_id);
  if (!account?.isActive) return;
  const refusal = news && (await postAll({ ...ctx, user: account.user, client: CLIENT }, feed, news, url));
  const outcome: FetchOutcome = refusal ? "not_posted" : found.outcome;
  const failures = SUCCESSES.includes(outcome) ? 0 : feed.failures + 1;
  const isGone = outcome === "gone";
  await changeFeed(db, feed.id, {
    fetched_at: now,
    outcome,
    status: found.status,
    reason: refusal ? json(storedSentence(refusal)) : null,
    failures,
    next_fetch_at: nextFetchAt(now, { failures, retryAfter: found.retryAfter ?? 0 }),
    ...(isGone ? { is_paused: true } : {}),
    ...(news ? { title: news.title, entry_count: news.count } : {}),
    // What could not be posted must not count as unchanged the next time.
    ...(news && !refusal ? { ...found.validators, ...kept(feed, news) } : {}),
    // And a calendar that could not be read again is not enough unchanged.
    ...(feed.kind === "calendar" && failures > 0 ? NO_VALIDATORS : {}),
  });
  if (news?.upcoming?.some(({ remind_at }) => remind_at <= now)) remindSoon(ctx, feed.id);
  if (isGone || failures === FAILURES_TO_TELL)
    await tellOwner(ctx, account.user, (notices, bot) => notices.feeds.failing(bot, feed.title || hostOf(url), isGone));
  await announceFetch(ctx, account.user);
}

/** What is known of the feed from then on. Reminders may have been posted while a calendar was fetched. */
function kept(feed: FeedRow, { seen, upcoming }: FeedNews) {
  if (!upcoming) return { seen: json(seen) };
  const reminded = new Set(feed.seen);
  const ahead = upcoming.filter(({ key }) => !reminded.has(key));
  return {
    seen: json(feed.seen ?? []),
    upcoming: json(ahead),
    next_reminder_at: ahead[0]?.remind_at ?? null,
  };
}

/** Its settings are others now, so that what was found is of no use: it is still due, and fetched again. */
const isAnother = (feed: FeedRow, before: FeedRow): boolean =>
  feed.is_paused ||
  feed.address_encrypted !== before.address_encrypted ||
  feed.minutes_before !== before.minutes_before ||
  feed.time_zone !== before.time_zone ||
  JSON.stringify(feed.filter_words) !== JSON.stringify(before.filter_words);

/** All of the messages, or none of them: then the reason is returned. */
async function postAll(
  ctx: WriteContext,
  feed: FeedRow,
  { title, messages }: FeedNews,
  url: string,
): Promise<Sentence | undefined> {
  const topic = topicOf(feed, title, url);
  try {
    await partOf(ctx, async (part) => {
      for (const content of messages) await sendMessage(part, { type: "channel", to: feed.channel_id, topic, content });
    });
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.sentence;
    throw error;
  }
}
