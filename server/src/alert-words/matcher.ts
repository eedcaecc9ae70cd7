/**
 * Whose words a text holds. One look at the text finds the words of everybody in the organization: at each place where a
 * word may begin it asks only for lengths that some word has and after which a word may end.
 */
import type { UserId } from "../api/ids.ts";

/** Words are the same without regard to case. */
export const alertKey = (word: string): string => word.toLowerCase();

const BEFORE = new Set(" \n`(\".,';[*>");
const AFTER = new Set(" \n`)?:.,';]!*");

export class AlertMatcher {
  readonly #users = new Map<string, UserId[]>();
  readonly #lengths: readonly number[];

  constructor(words: Iterable<{ readonly user_id: UserId; readonly word_key: string }>) {
    for (const { user_id, word_key } of words) {
      const users = this.#users.get(word_key);
      if (users) users.push(user_id);
      else this.#users.set(word_key, [user_id]);
    }
    this.#lengths = [...new Set(Array.from(this.#users.keys(), (word) => word.length))].sort((a, b) => a - b);
  }

  get isEmpty(): boolean {
    return this.#lengths.length === 0;
  }

  /** Everybody who has a word that stands by itself in the text. */
  usersAlertedBy(text: string): Set<UserId> {
    const found = new Set<UserId>();
    const source = alertKey(text);
    for (let start = 0; start < source.length; start++)
      if (start === 0 || BEFORE.has(source[start - 1] as string)) this.#at(source, start, found);
    return found;
  }

  #at(source: string, start: number, found: Set<UserId>): void {
    for (const length of this.#lengths) {
      const end = start + length;
      if (end > source.length) return;
      if (end < source.length && !AFTER.has(source[end] as string)) continue;
      for (const user of this.#users.get(source.slice(start, end)) ?? []) found.add(user);
    }
  }
}
