import { channelFor } from "../../../channels/access.ts";
import { type ChannelId, demand } from "../../../kernel/api/index.ts";
import { record } from "../../../kernel/audit/record.ts";
import type { WriteContext, Writing } from "../../../kernel/context.ts";
import { json } from "../../../kernel/db/dialect.ts";
import { append } from "../../../kernel/events/log.ts";
import { enqueue } from "../../../kernel/jobs/job-kind.ts";
import { demandRoom } from "../../../kernel/limits/room.ts";
import { channelToPostIn } from "../../../messages/send/prepare.ts";
import { toManagersOf } from "../../../people/bots/audience.ts";
import type { BotRow } from "../../../people/bots/store.ts";
import { accountsWithRights } from "../../../people/users/rights.ts";
import {
  FeedAlreadyAdded,
  FeedFetchedJustNow,
  FeedHasNoAddress,
  FeedIsPaused,
  type FeedKind,
  NoSuchFeed,
} from "./contract.ts";
import { feedsChangedEvent, feedsFetchedEvent } from "./events.ts";
import { fetchFeedJob, remindOfEventsJob } from "./job-kind.ts";
import { addressOf } from "./present.ts";
import { changeFeed, deleteFeed, type FeedRow, feedById, feedsOf, insertFeed } from "./store.ts";

export interface FeedSettings {
  readonly url: string;
  readonly stream_id: ChannelId;
  readonly topic: string;
  readonly filter_words: readonly string[];
  readonly minutes_before: number;
  readonly time_zone: string;
}

export type FeedChanges = { readonly [K in keyof FeedSettings]?: FeedSettings[K] | undefined } & {
  readonly is_paused?: boolean | undefined;
};

/** Nobody presses a button more often on purpose. */
const SECONDS_BETWEEN_FETCHES = 60;

type NewFeed = Omit<FeedSettings, "time_zone"> & {
  readonly kind: FeedKind;
  readonly time_zone?: string | undefined;
};

export async function addFeed(ctx: WriteContext, bot: BotRow, settings: NewFeed): Promise<number> {
  const { app, db, realm, now } = ctx;
  const { kind, minutes_before, time_zone = ctx.user.settings.timezone || "UTC" } = settings;
  await checkChannel(ctx, bot, settings.stream_id);
  await checkIsNew(ctx, bot, settings);
  await demandRoom(ctx, "feeds", { user_id: bot.id });
  await demandRoom(ctx, "feeds_in_organization", { realm_id: realm.id });
  const id = await insertFeed(db, {
    realm_id: realm.id,
    user_id: bot.id,
    channel_id: settings.stream_id,
    kind,
    ...(kind === "calendar" ? { minutes_before, time_zone } : {}),
    address_encrypted: app.secrets.encrypt(settings.url),
    topic: settings.topic.trim(),
    filter_words: json(wordsFrom(settings.filter_words)),
    is_paused: false,
    added_at: now,
    ...ANEW,
    next_fetch_at: now,
  });
  fetchSoon(ctx, { id, user_id: bot.id });
  await noteChange(ctx, bot);
  return id;
}

export async function updateFeed(ctx: WriteContext, bot: BotRow, id: number, changed: FeedChanges): Promise<void> {
  const { app, db, now } = ctx;
  const feed = await feedFor(ctx, bot, id);
  const address = addressOf(app.secrets, feed);
  const { url = address, stream_id = feed.channel_id, is_paused = feed.is_paused } = changed;
  if (stream_id !== feed.channel_id) await checkChannel(ctx, bot, stream_id);
  if (url !== address || stream_id !== feed.channel_id) await checkIsNew(ctx, bot, { url, stream_id }, id);
  demand(is_paused || url !== "", new FeedHasNoAddress());
  const isResumed = feed.is_paused && !is_paused;
  const { minutes_before, time_zone } = remindersAfter(feed, changed);
  const isRecomputed = minutes_before !== feed.minutes_before || time_zone !== feed.time_zone;
  const isFetched = url !== address || isResumed || isRecomputed;
  await changeFeed(db, id, {
    channel_id: stream_id,
    is_paused,
    topic: changed.topic?.trim() ?? feed.topic,
    ...(changed.filter_words ? { filter_words: json(wordsFrom(changed.filter_words)) } : {}),
    ...(url === address ? {} : { address_encrypted: app.secrets.encrypt(url), ...ANEW }),
    ...(isResumed ? { failures: 0 } : {}),
    // Unchanged is not enough: the reminders are others.
    ...(isRecomputed ? { minutes_before, time_zone, etag: null, last_modified: null } : {}),
    ...(isFetched ? { next_fetch_at: now } : {}),
  });
  if (isFetched && !is_paused) fetchSoon(ctx, feed);
  await noteChange(ctx, bot);
}

/** News has none. */
const remindersAfter = (feed: FeedRow, changed: FeedChanges): Pick<FeedRow, "minutes_before" | "time_zone"> =>
  feed.kind === "calendar"
    ? {
        minutes_before: changed.minutes_before ?? feed.minutes_before,
        time_zone: changed.time_zone ?? feed.time_zone,
      }
    : feed;

export async function removeFeed(ctx: WriteContext, bot: BotRow, id: number): Promise<void> {
  await feedFor(ctx, bot, id);
  await deleteFeed(ctx.db, id);
  await noteChange(ctx, bot);
}

export async function fetchNow(ctx: WriteContext, bot: BotRow, id: number): Promise<void> {
  const { db, now } = ctx;
  const feed = await feedFor(ctx, bot, id);
  demand(!feed.is_paused, new FeedIsPaused());
  demand((feed.fetched_at ?? 0) <= now - SECONDS_BETWEEN_FETCHES, new FeedFetchedJustNow());
  await changeFeed(db, id, { next_fetch_at: now });
  fetchSoon(ctx, feed);
}

/** Feeds of one bot are fetched one after another. */
export const fetchSoon = (ctx: Writing, { id, user_id }: Pick<FeedRow, "id" | "user_id">): void =>
  enqueue(ctx, fetchFeedJob({ feed_id: id }), { uniqueKey: String(id), lane: String(user_id) });

/** Now: the reminders that are due later have their own jobs (`jobs.ts`). */
export const remindSoon = (ctx: Writing, id: number): void =>
  enqueue(ctx, remindOfEventsJob({ feed_id: id }), { uniqueKey: `${id} now` });

export async function announceFetch(ctx: Writing, bot: Pick<BotRow, "id" | "bot_owner_id">): Promise<void> {
  const audience = await toManagersOf(ctx.db, ctx.realm.id, bot);
  append(ctx, feedsFetchedEvent({ op: "fetch", bot: { user_id: bot.id } }), audience);
}

/** Of an address that was never fetched. */
const ANEW = {
  title: "",
  etag: null,
  last_modified: null,
  fetched_at: null,
  outcome: null,
  status: null,
  reason: null,
  entry_count: 0,
  failures: 0,
  seen: null,
  upcoming: null,
  next_reminder_at: null,
} as const;

async function feedFor({ db, realm }: WriteContext, bot: BotRow, id: number): Promise<FeedRow> {
  const feed = await feedById(db, realm.id, id);
  if (feed?.user_id !== bot.id) throw new NoSuchFeed();
  return feed;
}

/** The caller must be able to see the channel, and the bot to post in it. */
async function checkChannel(ctx: WriteContext, bot: BotRow, id: ChannelId): Promise<void> {
  await channelFor(ctx, id);
  const account = (await accountsWithRights(ctx, [bot.id])).get(bot.id);
  if (account) await channelToPostIn({ ...ctx, user: account.user }, id);
}

async function checkIsNew(
  { app, db }: WriteContext,
  bot: BotRow,
  { url, stream_id }: Pick<FeedSettings, "url" | "stream_id">,
  except?: number,
): Promise<void> {
  const isSame = (row: FeedRow) =>
    row.id !== except && row.channel_id === stream_id && addressOf(app.secrets, row) === url;
  demand(!(await feedsOf(db, bot.id)).some(isSame), new FeedAlreadyAdded());
}

const wordsFrom = (words: readonly string[]): string[] => [...new Set(words.map((word) => word.trim()))];

async function noteChange(ctx: WriteContext, bot: BotRow): Promise<void> {
  record(ctx, "bot_setting_changed", { user: bot.id, setting: "feeds" });
  const audience = await toManagersOf(ctx.db, ctx.realm.id, bot);
  append(ctx, feedsChangedEvent({ op: "change", bot: { user_id: bot.id } }), audience);
}
