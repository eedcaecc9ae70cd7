/** The messages saved across page loads: the newest of the recently used views and of each conversation. */
import type { Term } from "./narrow.ts";
import type { Message } from "./types.ts";

const MOST_VIEWS = 100;
const MOST_PER_VIEW = 200;
/**
 * Browsers delete a site's whole storage when it grows too large. Text takes two bytes per character, the rest of a
 * message about a kilobyte.
 */
const MOST_BYTES = 40_000_000;
const BYTES_BESIDES_TEXT = 1000;

/** Plain data, ready to be stored. */
export interface KeptMessages {
  readonly messages: readonly Message[];
  /** The newest messages of each narrow, without gaps. */
  readonly views: readonly { readonly narrow: readonly Term[]; readonly ids: readonly number[] }[];
  /** All conversations were known from this message on. */
  readonly recentFloor: number;
}

interface KnownMessages {
  readonly messages: ReadonlyMap<number, Message>;
  /** Most recently used first. */
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
    // Searches are repeated instead.
    if (narrow.some(({ operator }) => operator === "search")) continue;
    const newest = ids.slice(-MOST_PER_VIEW);
    for (const id of newest) {
      const message = messages.get(id);
      if (message) keep(message);
    }
    keptViews.push({ narrow, ids: newest.filter((id) => kept.has(id)) });
  }
  // Conversations that were never opened need their newest messages for the lists.
  const others = [...messages.values()].sort((a, b) => b.id - a.id);
  for (const message of others.slice(0, MOST_VIEWS * 5)) if (bytes <= MOST_BYTES) keep(message);
  return { messages: [...kept.values()], views: keptViews, recentFloor };
}
