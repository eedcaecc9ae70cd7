/** The contract of feeds: addresses that the server fetches for an incoming webhook bot, which posts what is new. */

import { InvalidChannelId } from "../../../channels/contract.ts";
import {
  badRequest,
  bareOrQuoted,
  bool,
  channelId,
  checked,
  InsufficientPermission,
  int,
  list,
  MAX_URL_LENGTH,
  notAudited,
  noted,
  nullable,
  oneOf,
  operation,
  optional,
  type ShapeOf,
  said,
  strictObject,
  text,
  timestamp,
  userId,
  withDefault,
} from "../../../kernel/api/index.ts";
import { MAX_TOPIC_LENGTH } from "../../../kernel/api/limits.ts";
import { isTimeZone } from "../../../kernel/date-formats.ts";
import { collections } from "../../../kernel/limits/collections.ts";
import { sendErrors } from "../../../messages/contract.ts";
import { NoSuchBot } from "../../../people/bots/contract.ts";
import { NotAnIncomingWebhook } from "../contract.ts";

export const NoSuchFeed = badRequest("This bot has no such feed.");
export const FeedAlreadyAdded = badRequest("This bot already posts this feed in this channel.");
export const FeedHasNoAddress = badRequest("Enter the address of this feed first.");
export const FeedIsPaused = badRequest("This feed is paused. Resume it to fetch it.");
export const FeedFetchedJustNow = badRequest("This feed was fetched just now. Try again in a minute.");

export const FEED_KINDS = ["news", "calendar"] as const;
export type FeedKind = (typeof FEED_KINDS)[number];

/** A week. */
const MAX_MINUTES_BEFORE = 7 * 24 * 60;
const DEFAULT_MINUTES_BEFORE = 15;

/** Words that an entry is searched for. */
const MAX_FILTER_WORDS = 20;
const MAX_FILTER_WORD_LENGTH = 60;

const isWebAddress = (written: string): boolean => /^https?:\/\//i.test(written) && URL.canParse(written);

const url = checked(bareOrQuoted(text({ max: MAX_URL_LENGTH })), isWebAddress, said`Not a URL`);
const topic = text({ max: MAX_TOPIC_LENGTH });
const filterWords = list(
  checked(text({ max: MAX_FILTER_WORD_LENGTH }), (word) => word.trim() !== "", said`A word is empty.`),
  { max: MAX_FILTER_WORDS },
);
const minutesBefore = int({ min: 0, max: MAX_MINUTES_BEFORE });
const timeZone = checked(text({ max: 40 }), isTimeZone, said`Not a recognized time zone`);
const feedId = noted(int(), { note: "The ID of a feed, as listing the feeds of its bot returns it." });

const notes = {
  url: {
    note: "The address of the feed. Only the bot's owner and administrators see it.",
    example: "https://blog.example.com/feed.xml",
  },
  topic: { note: "Empty for the title that the feed gives itself." },
  filter_words: { note: "Only entries with one of these words are posted; with an empty list, all are." },
  minutes_before: { note: "Of a calendar: how long before an event the reminder is posted." },
  time_zone: {
    note: "Of a calendar: the time zone of events without one. Of events that last whole days, reminders are posted at 9 in the morning there.",
    example: "Europe/Berlin",
  },
};

/** How a fetch ended. */
export const FETCH_OUTCOMES = [
  "fetched",
  "unchanged",
  "failed_status",
  "gone",
  "unreachable",
  "timeout",
  "forbidden",
  "redirect",
  "too_large",
  "not_a_feed",
  "not_posted",
] as const;
export type FetchOutcome = (typeof FETCH_OUTCOMES)[number];

export const feedObject = strictObject({
  feed_id: feedId,
  kind: oneOf(...FEED_KINDS),
  url: noted(text(), { ...notes.url, note: `${notes.url.note} Empty if it was imported without it.` }),
  stream_id: channelId,
  topic: noted(text(), notes.topic),
  filter_words: noted(list(text()), notes.filter_words),
  minutes_before: noted(nullable(int()), { note: `${notes.minutes_before.note} Null for news.` }),
  time_zone: noted(nullable(text()), { note: `${notes.time_zone.note} Null for news.` }),
  title: noted(text(), { note: "As the feed calls itself; empty until it was fetched." }),
  is_paused: bool(),
  date_added: timestamp(),
  next_fetch_at: noted(nullable(timestamp()), { note: "Null while it is paused." }),
  last_fetch: noted(
    nullable(
      strictObject({
        at: timestamp(),
        outcome: oneOf(...FETCH_OUTCOMES),
        status: noted(nullable(int()), { note: "The HTTP status, if there was a response." }),
        reason: noted(nullable(text()), { note: "Why its entries could not be posted, as a sentence." }),
        entries: noted(int(), {
          note: "How many entries the feed has; of a calendar, how many events in the next eight days.",
        }),
      }),
    ),
    { note: "Null until it was fetched." },
  ),
});
export type PresentedFeed = ShapeOf<{ feed: typeof feedObject }>["feed"];

const managing = [NoSuchBot, InsufficientPermission, NotAnIncomingWebhook] as const;

export const getFeeds = operation({
  method: "GET",
  path: "/bots/{bot_id}/feeds",
  summary:
    "List the feeds of an incoming webhook bot: addresses of news and calendars that the server fetches about every 15 minutes. For its owner and administrators.",
  gate: "member",
  params: { bot_id: userId },
  response: { feeds: list(feedObject) },
  errors: [...managing],
});

export const addFeed = operation({
  method: "POST",
  path: "/bots/{bot_id}/feeds",
  summary:
    "Let an incoming webhook bot post the new entries of an RSS, Atom or JSON feed, or reminders of the events of an iCalendar file. Entries that a feed has already are not posted. For its owner and administrators.",
  gate: "member",
  params: {
    bot_id: userId,
    kind: withDefault(oneOf(...FEED_KINDS), "news", { note: "`calendar` for an iCalendar file." }),
    url: noted(url, notes.url),
    stream_id: noted(channelId, { note: "The channel to post in. The bot must be able to post there." }),
    topic: withDefault(topic, "", notes.topic),
    filter_words: withDefault(filterWords, [], notes.filter_words),
    minutes_before: withDefault(minutesBefore, DEFAULT_MINUTES_BEFORE, notes.minutes_before),
    time_zone: optional(timeZone, { ...notes.time_zone, note: `${notes.time_zone.note} By default yours.` }),
  },
  audit: ["bot_setting_changed"],
  response: { feed_id: feedId },
  errors: [
    ...managing,
    FeedAlreadyAdded,
    InvalidChannelId,
    collections.feeds.Full,
    collections.feeds_in_organization.Full,
    ...sendErrors,
  ],
});

export const updateFeed = operation({
  method: "PATCH",
  path: "/bots/{bot_id}/feeds/{feed_id}",
  summary: "Change, pause or resume a feed of an incoming webhook bot. For its owner and administrators.",
  gate: "member",
  params: {
    bot_id: userId,
    feed_id: feedId,
    url: optional(url, { note: "Another address is fetched as a new feed." }),
    stream_id: optional(channelId),
    topic: optional(topic, notes.topic),
    filter_words: optional(filterWords, notes.filter_words),
    minutes_before: optional(minutesBefore, notes.minutes_before),
    time_zone: optional(timeZone, notes.time_zone),
    is_paused: optional(bool(), { note: "While it is paused, the feed is not fetched." }),
  },
  audit: ["bot_setting_changed"],
  response: {},
  errors: [...managing, NoSuchFeed, FeedAlreadyAdded, FeedHasNoAddress, InvalidChannelId, ...sendErrors],
});

export const removeFeed = operation({
  method: "DELETE",
  path: "/bots/{bot_id}/feeds/{feed_id}",
  summary: "Remove a feed from an incoming webhook bot. What it posted stays. For its owner and administrators.",
  gate: "member",
  params: { bot_id: userId, feed_id: feedId },
  audit: ["bot_setting_changed"],
  response: {},
  errors: [...managing, NoSuchFeed],
});

export const fetchFeed = operation({
  method: "POST",
  path: "/bots/{bot_id}/feeds/{feed_id}/fetch",
  summary:
    "Fetch a feed now instead of when it is due. It happens after the response; an event of type `feeds_changed` follows. For the bot's owner and administrators.",
  gate: "member",
  params: { bot_id: userId, feed_id: feedId },
  audit: notAudited("the feed would be fetched soon anyway"),
  response: {},
  errors: [...managing, NoSuchFeed, FeedIsPaused, FeedFetchedJustNow],
});
