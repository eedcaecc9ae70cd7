/** What makes a message read: having been looked at, and nothing else. */
import { channelOf, conditionsOf, conversationOf, type NarrowTerm, openingOf } from "../address/narrow.ts";

/** The reader's preference, as the API has it. */
export const MarkReadPolicy = { always: 1, inConversations: 2, never: 3 } as const;

/** A conversation; a feed, which interleaves conversations; or a list that was asked for, where reading marks nothing. */
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

/** Who follows a link looks at one message: the others are marked when they scroll. */
export const beginsAtLink = (terms: readonly NarrowTerm[]): boolean => {
  const opening = openingOf(terms);
  return opening?.at === "message" && !opening.follows;
};

const SEEN_AFTER_MS = 300;

/** Knows since when the ends of messages have been on the screen. */
export class Looking {
  readonly #since = new Map<number, number>();

  /** These are on the screen now; answers with those that have been for long enough, each of them once. */
  look(ids: readonly number[], now: number): number[] {
    const onScreen = new Set(ids);
    for (const id of this.#since.keys()) if (!onScreen.has(id)) this.#since.delete(id);
    for (const id of ids) if (!this.#since.has(id)) this.#since.set(id, now);
    return ids.filter((id) => now - (this.#since.get(id) ?? now) >= SEEN_AFTER_MS);
  }

  /** Nobody looks: what was on the screen begins anew. */
  lookAway(): void {
    this.#since.clear();
  }

  /** When the next one will have been seen, in milliseconds from now. */
  nextIn(now: number): number | undefined {
    const times = [...this.#since.values()].map((since) => since + SEEN_AFTER_MS - now).filter((ms) => ms > 0);
    return times.length > 0 ? Math.min(...times) : undefined;
  }
}
