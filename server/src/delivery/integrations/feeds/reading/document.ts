/** Feeds as they are read, whatever their format. Nothing of a document is trusted: every text and every list is cut. */
import { createHash } from "node:crypto";

/** No feed: it cannot be read, is damaged, or ends in the middle. */
export class NotAFeed extends Error {}

export interface FeedDocument {
  readonly title: string;
  /** In the order of the document, no more than are looked at. */
  readonly entries: readonly FeedEntry[];
  /** How many there are in the document. */
  readonly count: number;
}

export interface FeedEntry {
  /** Tells entries of one feed apart, and is the same for every fetch. */
  readonly key: string;
  /** HTML. */
  readonly title: string;
  readonly summary: string;
  readonly url: string | undefined;
  /** UNIX seconds. */
  readonly published: number | undefined;
}

/** What a format knows about an entry. Texts that are not HTML are escaped before. */
export interface RawEntry {
  readonly id?: string | undefined;
  readonly url?: string | undefined;
  readonly title?: string | undefined;
  readonly summary?: string | undefined;
  readonly published?: string | undefined;
}

/** Entries that are looked at. */
export const MAX_ENTRIES = 500;
/** Of a text in the document: the rest of it is not read. */
export const MAX_READ_LENGTH = 4000;

/** Undefined if it says nothing by which it could be told apart. */
export function entryFrom({ id, url, title, summary, published }: RawEntry): FeedEntry | undefined {
  const identity = id?.trim() || url?.trim() || `${title ?? ""}\n${published ?? ""}`.trim();
  if (identity === "") return undefined;
  return {
    key: keyOf(identity),
    title: title ?? "",
    summary: summary ?? "",
    url: url?.trim() || (isWebAddress(id) ? id?.trim() : undefined),
    published: momentIn(published),
  };
}

const isWebAddress = (text: string | undefined): boolean => /^https?:\/\//i.test(text?.trim() ?? "");

const KEY_LENGTH = 14;

/** Short, because the keys of a thousand entries are kept. Nobody gains by making two of one's own entries look the same. */
const keyOf = (identity: string): string =>
  createHash("sha256").update(identity).digest("base64url").slice(0, KEY_LENGTH);

function momentIn(written: string | undefined): number | undefined {
  const moment = Date.parse(written?.trim() ?? "");
  return Number.isNaN(moment) ? undefined : Math.floor(moment / 1000);
}

const ESCAPED: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Plain text as HTML. */
export const escaped = (text: string): string => text.replace(/[&<>]/g, (mark) => ESCAPED[mark] as string);
