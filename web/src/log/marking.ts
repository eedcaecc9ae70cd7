/** Marks messages as read only when the reader has looked at them. */
import { channelOf, conditionsOf, conversationOf, type NarrowTerm, openingOf } from "../address/narrow.ts";

/** The reader's preference, with the API's values. */
export const MarkReadPolicy = { always: 1, inConversations: 2, never: 3 } as const;

/** A conversation; a feed, which interleaves conversations; or a search, where reading marks nothing. */
export type NarrowKind = "conversation" | "feed" | "search";

export function kindOf(terms: readonly NarrowTerm[]): NarrowKind {
  if (conversationOf(terms)) return "conversation";
  if (channelOf(terms) !== undefined) return "feed";
  const [only, ...more] = conditionsOf(terms);
  if (only === undefined) return "feed";
  return only.operator === "in" && !only.negated && more.length === 0 ? "feed" : "search";
}

export function marksByScrolling(kind: NarrowKind, policy: number): boolean {
  if (policy === MarkReadPolicy.never || kind === "search") return false;
  return kind === "conversation" || policy === MarkReadPolicy.always;
}

/** A link points to one message: the others are marked as read when the reader scrolls. */
export const beginsAtLink = (terms: readonly NarrowTerm[]): boolean => {
  const opening = openingOf(terms);
  return opening?.at === "message" && !opening.follows;
};

const SEEN_AFTER_MS = 300;

/** Tracks how long the end of each message has been visible. */
export class Looking {
  readonly #since = new Map<number, number>();

  /** Reports the visible messages; returns those that have been visible long enough, each once. */
  look(ids: readonly number[], now: number): number[] {
    const onScreen = new Set(ids);
    for (const id of this.#since.keys()) if (!onScreen.has(id)) this.#since.delete(id);
    for (const id of ids) if (!this.#since.has(id)) this.#since.set(id, now);
    return ids.filter((id) => now - (this.#since.get(id) ?? now) >= SEEN_AFTER_MS);
  }

  /** The window lost focus: visible messages start over. */
  lookAway(): void {
    this.#since.clear();
  }

  /** Milliseconds until the next message counts as seen. */
  nextIn(now: number): number | undefined {
    const times = [...this.#since.values()].map((since) => since + SEEN_AFTER_MS - now).filter((ms) => ms > 0);
    return times.length > 0 ? Math.min(...times) : undefined;
  }
}
