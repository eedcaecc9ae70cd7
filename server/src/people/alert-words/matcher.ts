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
  readonly hash: number;
  /** Nearly always one: an array takes a tenth of the memory of a set. */
  readonly users: UserId[];
}

const LEAST_FILTER_BYTES = 64;

export class AlertMatcher {
  readonly #wordsOf = new Map<UserId, readonly Word[]>();
  readonly #words = new Map<string, Word>();
  readonly #byHash = new Map<number, Word[]>();
  /** How many words have each length. */
  readonly #counts = new Map<number, number>();
  #lengths: readonly number[] = [];
  /** Random, so that nobody can choose words with colliding hashes. */
  readonly #base = randomInt(2 ** 30) * 2 + 1;
  /** A bit per hash that some word has, or had; rules out most positions without a lookup. */
  #filter = new Uint8Array(LEAST_FILTER_BYTES);
  /** Words whose bits are in the filter, including former ones. */
  #filtered = 0;

  /** From now on, the user has these words and no others. */
  replace(user: UserId, keys: readonly string[]): void {
    for (const word of this.#wordsOf.get(user) ?? []) this.#remove(word, user);
    const words = keys.map((key) => this.#with(key, user));
    if (words.length > 0) this.#wordsOf.set(user, words);
    else this.#wordsOf.delete(user);
  }

  #with(key: string, user: UserId): Word {
    const known = this.#words.get(key);
    known?.users.push(user);
    return known ?? this.#add({ key, hash: hashOf(key, this.#base), users: [user] });
  }

  #add(word: Word): Word {
    const { key } = word;
    this.#words.set(key, word);
    const same = this.#byHash.get(word.hash);
    if (same) same.push(word);
    else this.#byHash.set(word.hash, [word]);
    this.#count(key.length, 1);
    // At least eight bits per word.
    if (++this.#filtered > this.#filter.length) this.#filterAgain();
    else this.#setBit(word);
    return word;
  }

  #remove(word: Word, user: UserId): void {
    word.users.splice(word.users.indexOf(user), 1);
    if (word.users.length > 0) return;
    this.#words.delete(word.key);
    const same = (this.#byHash.get(word.hash) ?? []).filter((each) => each !== word);
    if (same.length > 0) this.#byHash.set(word.hash, same);
    else this.#byHash.delete(word.hash);
    this.#count(word.key.length, -1);
  }

  #count(length: number, change: 1 | -1): void {
    const count = (this.#counts.get(length) ?? 0) + change;
    if (count > 0) this.#counts.set(length, count);
    else this.#counts.delete(length);
    // Otherwise the lengths are as before.
    if (count === 0 || (count === 1 && change === 1)) this.#lengths = [...this.#counts.keys()].sort((a, b) => a - b);
  }

  /** With twice the bits that its words need: it is long until the next time. */
  #filterAgain(): void {
    this.#filtered = this.#words.size;
    this.#filter = new Uint8Array(Math.max(LEAST_FILTER_BYTES, 2 ** Math.ceil(Math.log2(2 * this.#filtered))));
    for (const word of this.#words.values()) this.#setBit(word);
  }

  #setBit({ hash }: Word): void {
    const bit = this.#bitOf(hash);
    this.#filter[bit >>> 3] = (this.#filter[bit >>> 3] as number) | (1 << (bit & 7));
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
