/**
 * Finds the users whose alert words occur in a text. One pass over the text finds the words of everyone in the
 * organization: at each position where a word can begin, it tries only the lengths that some word has and after which a
 * word can end. Substrings are compared by rolling hash, at the same cost for any length: words and a text made for each
 * other can ask for millions of substrings.
 */
import { randomInt } from "node:crypto";
import type { UserId } from "../../kernel/api/ids.ts";

/** Alert words ignore case. */
export const alertKey = (word: string): string => word.toLowerCase();

const BEFORE = new Set(" \n`(\".,';[*>");
const AFTER = new Set(" \n`)?:.,';]!*");

interface Word {
  readonly key: string;
  readonly users: UserId[];
}

export class AlertMatcher {
  readonly #words = new Map<string, Word>();
  readonly #byHash = new Map<number, Word[]>();
  readonly #lengths: readonly number[];
  /** Random, so that nobody can choose words with colliding hashes. */
  readonly #base = randomInt(2 ** 30) * 2 + 1;
  /** A bit per hash that some word has; rules out most positions without a lookup. */
  readonly #filter: Uint8Array;

  constructor(words: Iterable<{ readonly user_id: UserId; readonly word_key: string }>) {
    for (const { user_id, word_key } of words) {
      const word = this.#words.get(word_key);
      if (word) word.users.push(user_id);
      else this.#words.set(word_key, { key: word_key, users: [user_id] });
    }
    this.#lengths = [...new Set(Array.from(this.#words.keys(), (word) => word.length))].sort((a, b) => a - b);
    // Eight to sixteen bits per word.
    this.#filter = new Uint8Array(2 ** Math.ceil(Math.log2(this.#words.size + 1)));
    for (const word of this.#words.values()) {
      const hash = hashOf(word.key, this.#base);
      const same = this.#byHash.get(hash);
      if (same) same.push(word);
      else this.#byHash.set(hash, [word]);
      const bit = this.#bitOf(hash);
      this.#filter[bit >>> 3] = (this.#filter[bit >>> 3] as number) | (1 << (bit & 7));
    }
  }

  get isEmpty(): boolean {
    return this.#lengths.length === 0;
  }

  /** The users who have an alert word that occurs in the text as a whole word. */
  usersAlertedBy(text: string): Set<UserId> {
    const source = alertKey(text);
    const hashes = hashesOf(source, this.#base);
    const powers = powersOf(this.#base, this.#lengths.at(-1) ?? 0);
    const mayEndAt = Uint8Array.from({ length: source.length + 1 }, (_, index) =>
      Number(index === source.length || AFTER.has(source[index] as string)),
    );
    const found = new Set<Word>();
    for (let start = 0; start < source.length; start++) {
      if (start > 0 && !BEFORE.has(source[start - 1] as string)) continue;
      for (const length of this.#lengths) {
        const end = start + length;
        if (end > source.length) break;
        if (!mayEndAt[end]) continue;
        const hash = ((hashes[end] as number) - Math.imul(hashes[start] as number, powers[length] as number)) | 0;
        const bit = this.#bitOf(hash);
        if (!((this.#filter[bit >>> 3] as number) & (1 << (bit & 7)))) continue;
        for (const word of this.#byHash.get(hash) ?? [])
          if (!found.has(word) && source.startsWith(word.key, start) && word.key.length === length) found.add(word);
      }
    }
    return new Set([...found].flatMap((word) => word.users));
  }

  #bitOf(hash: number): number {
    return (hash ^ (hash >>> 15)) & (this.#filter.length * 8 - 1);
  }
}

const nextHash = (hash: number, base: number, unit: number): number => (Math.imul(hash, base) + unit + 1) | 0;

function hashOf(text: string, base: number): number {
  let hash = 0;
  for (let index = 0; index < text.length; index++) hash = nextHash(hash, base, text.charCodeAt(index));
  return hash;
}

/** The hash of every prefix: the hash of a substring is then one subtraction. */
function hashesOf(text: string, base: number): Int32Array {
  const hashes = new Int32Array(text.length + 1);
  for (let index = 0; index < text.length; index++)
    hashes[index + 1] = nextHash(hashes[index] as number, base, text.charCodeAt(index));
  return hashes;
}

function powersOf(base: number, upto: number): Int32Array {
  const powers = new Int32Array(upto + 1).fill(1);
  for (let index = 1; index <= upto; index++) powers[index] = Math.imul(powers[index - 1] as number, base);
  return powers;
}
