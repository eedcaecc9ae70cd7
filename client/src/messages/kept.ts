/** What of the messages outlives the page: the newest of the views that were looked at last, and of each conversation. */
import type { Term } from "./narrow.ts";
import type { Message } from "./types.ts";

const MOST_VIEWS = 100;
const MOST_PER_VIEW = 200;
/** A browser lets everything of ours go when it is too much. Text takes two bytes a character, the rest about a kilobyte. */
const MOST_BYTES = 40_000_000;
const BYTES_BESIDES_TEXT = 1000;

/** Nothing in it but data: it can be stored as it is. */
export interface KeptMessages {
  readonly messages: readonly Message[];
  /** The newest messages of each narrow, none of them missing. */
  readonly views: readonly { readonly narrow: readonly Term[]; readonly ids: readonly number[] }[];
  /** From which message on the conversations were known. */
  readonly recentFloor: number;
}

interface KnownMessages {
  readonly messages: ReadonlyMap<number, Message>;
  /** Those last used first. */
  readonly views: Iterable<KeptMessages["views"][number]>;
  readonly recentFloor: number;
}

export function keptOf({ messages, views, recentFloor }: KnownMessages): KeptMessages {
  const kept = new Map<number, Message>();
  const keptViews: KeptMessages["views"][number][] = [];
  let bytes = 0;
  const keep = (message: Message) => {
    if (kept.has(message.id)) return;
    kept.set(message.id, message);
    bytes += 2 * message.content.length + BYTES_BESIDES_TEXT;
  };
  for (const { narrow, ids } of views) {
    if (keptViews.length >= MOST_VIEWS || bytes > MOST_BYTES) break;
    // What was searched for is asked for again.
    if (narrow.some(({ operator }) => operator === "search")) continue;
    const newest = ids.slice(-MOST_PER_VIEW);
    for (const id of newest) {
      const message = messages.get(id);
      if (message) keep(message);
    }
    keptViews.push({ narrow, ids: newest.filter((id) => kept.has(id)) });
  }
  // What was never opened is known by its newest messages, for the lists.
  const others = [...messages.values()].sort((a, b) => b.id - a.id);
  for (const message of others.slice(0, MOST_VIEWS * 5)) if (bytes <= MOST_BYTES) keep(message);
  return { messages: [...kept.values()], views: keptViews, recentFloor };
}
