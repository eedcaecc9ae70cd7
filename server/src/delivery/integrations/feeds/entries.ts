/** Which entries of a feed are posted, and what the messages say. */
import type { UpcomingEvent } from "../../../kernel/db/tables/feeds.ts";
import { Steps } from "../../../kernel/steps.ts";
import { block, shortened } from "../../../text/notices/markup.ts";
import type { Notices } from "../../../text/notices/texts/index.ts";
import { asWord, bold, lines, link, Markup, plain } from "../markup.ts";
import { cleaned } from "../payload.ts";
import type { FeedDocument, FeedEntry } from "./reading/document.ts";
import { plainText } from "./reading/plain-text.ts";

/** Messages of one fetch. Of a feed that has more, people want to know only that it has. */
export const MAX_POSTS = 10;
/** Twice what is looked at: entries that a feed forgets for a day are not posted again. */
export const MAX_SEEN = 1000;
const MAX_EXCERPT_LENGTH = 500;
const MAX_TITLE_LENGTH = 200;

/** What is known of a feed before it is fetched. */
interface KnownFeed {
  /** Null if it is fetched for the first time. */
  readonly seen: readonly string[] | null;
  readonly filter_words: readonly string[];
}

/** What follows from a document. */
export interface FeedNews {
  readonly title: string;
  readonly count: number;
  /** The messages to send, in their order. */
  readonly messages: readonly string[];
  /** The keys to keep once they are sent. */
  readonly seen: readonly string[];
  /** Of a calendar. */
  readonly upcoming?: readonly UpcomingEvent[];
}

/** Computed before anything is locked, and in steps: others are served between them. */
export async function newsIn(
  document: FeedDocument,
  feed: KnownFeed,
  notices: Notices,
  url: string,
): Promise<FeedNews> {
  const { origin, host } = new URL(url);
  const title = shortened(shown(document.title), MAX_TITLE_LENGTH);
  const keys = document.entries.map(({ key }) => key);
  const facts = {
    title,
    count: document.count,
    // What the document has now is kept in any case.
    seen: [...new Set([...keys, ...(feed.seen ?? [])])].slice(0, MAX_SEEN),
  };
  // The entries of a new feed are old news.
  if (feed.seen === null) return { ...facts, messages: [notices.feeds.added(title || host, document.count)] };
  const wanted = await wantedEntries(document, feed.seen, feed.filter_words);
  const posted = wanted.slice(0, MAX_POSTS).reverse();
  const more = wanted.length - posted.length;
  const messages = posted.map((entry) => entryMessage(entry, origin));
  const last = messages.length - 1;
  return {
    ...facts,
    messages: messages.map((text, at) =>
      at === last && more > 0 ? `${text}\n\n${notices.feeds.andMore(more)}` : text,
    ),
  };
}

/** Those that were not seen yet and have one of the words, newest first. */
async function wantedEntries(
  { entries }: FeedDocument,
  seen: readonly string[],
  words: readonly string[],
): Promise<FeedEntry[]> {
  const known = new Set(seen);
  const wanted: FeedEntry[] = [];
  const steps = new Steps();
  for (const entry of entries) {
    if (known.has(entry.key)) continue;
    known.add(entry.key);
    if (hasOneOf(words, entry)) wanted.push(entry);
    if (steps.isOver) await steps.pause();
  }
  // Documents begin with the newest, so entries without a time keep their places.
  return wanted.every(({ published }) => published !== undefined)
    ? wanted.sort((one, other) => (other.published ?? 0) - (one.published ?? 0))
    : wanted;
}

function hasOneOf(words: readonly string[], { title, summary }: FeedEntry): boolean {
  if (words.length === 0) return true;
  const text = `${plainText(title)} ${plainText(summary)}`.toLowerCase();
  return words.some((word) => text.includes(word.toLowerCase()));
}

/** As Markdown: a title that links to the page, and the beginning of the text. */
function entryMessage(entry: FeedEntry, origin: string): string {
  const title = shown(entry.title);
  const summary = shown(entry.summary);
  const url = addressFrom(entry.url, origin);
  const heading = url === undefined ? bold(title) : new Markup(`**${link(title, url).source}**`);
  const text = summary === title ? "" : asWord(plain(summary, MAX_EXCERPT_LENGTH).source);
  const message = lines(heading, text === "" ? undefined : new Markup(block("quote", text)));
  return message.isEmpty ? "…" : message.source;
}

/** Of the feed's own address only the origin is used: its path and its query may be secret. */
function addressFrom(url: string | undefined, origin: string): string | undefined {
  const address = url === undefined ? null : URL.parse(url, origin);
  return address && /^https?:$/.test(address.protocol) ? address.href : undefined;
}

const shown = (html: string): string => cleaned(plainText(html)).trim();
