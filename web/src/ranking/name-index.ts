/**
 * An index for finding names while typing, tens of thousands within a frame. Names are kept in buckets by the
 * beginnings of their words and initials, so that a search examines only the bucket of its rarest word.
 */
import { Best } from "./best.ts";
import { type PreparedName, type PreparedQuery, prepareName, prepareQuery, Quality, qualityOf } from "./match.ts";

export interface IndexedName<T> {
  readonly item: T;
  readonly name: string;
  /** Additional words that match only together with the name: a topic's channel. */
  readonly besides?: string;
  /** The id of its newest message. */
  readonly recency?: number;
  readonly unread?: number;
}

export interface Candidate<T> {
  readonly item: T;
  readonly name: string;
  readonly recency: number;
  readonly unread: number;
  readonly quality: number;
}

export interface NameSearch<T> {
  readonly limit: number;
  /** Higher is better; undefined excludes it. Ties are sorted by name. */
  readonly rank?: (candidate: Candidate<T>) => number | undefined;
}

interface Entry<T> {
  readonly key: string;
  readonly item: T;
  readonly name: string;
  readonly besides: string;
  readonly prepared: PreparedName;
  recency: number;
  unread: number;
}

interface Scored<T> {
  readonly entry: Entry<T>;
  readonly score: number;
}

const INITIALS = "\n";

export class NameIndex<T> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #shelves = new Map<string, Set<Entry<T>>>();
  /** The last entries are usually the newest: starting with them leaves little to sort. */
  readonly #backwards = new WeakMap<ReadonlySet<Entry<T>>, readonly Entry<T>[]>();
  #newest = 0;
  /** How many names the last search examined. */
  looked = 0;

  get size(): number {
    return this.#entries.size;
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  /** Adds or updates a name: omitted weights stay, and only a changed name is prepared again. */
  set(key: string, { item, name, besides = "", ...weight }: IndexedName<T>): void {
    const known = this.#entries.get(key);
    const { recency = known?.recency ?? 0, unread = known?.unread ?? 0 } = weight;
    this.#newest = Math.max(this.#newest, recency);
    if (known && known.name === name && known.besides === besides && known.item === item) {
      known.recency = recency;
      known.unread = unread;
      return;
    }
    this.delete(key);
    const entry = { key, item, name, besides, prepared: prepareName(name, besides), recency, unread };
    this.#entries.set(key, entry);
    for (const label of labelsOf(entry.prepared)) {
      const shelf = this.#shelves.get(label) ?? new Set();
      this.#shelves.set(label, shelf.add(entry));
      this.#backwards.delete(shelf);
    }
  }

  /** Updates its recency and unread count. */
  weigh(key: string, { recency, unread }: { readonly recency?: number; readonly unread?: number }): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    if (recency !== undefined) entry.recency = recency;
    if (unread !== undefined) entry.unread = unread;
    this.#newest = Math.max(this.#newest, entry.recency);
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    for (const label of labelsOf(entry.prepared)) {
      const shelf = this.#shelves.get(label);
      if (!shelf) continue;
      shelf.delete(entry);
      this.#backwards.delete(shelf);
      if (shelf.size === 0) this.#shelves.delete(label);
    }
  }

  /** Best first. Empty text matches everything. */
  find(typed: string, { limit, rank = this.byUse }: NameSearch<T>): T[] {
    const best = new Best<Scored<T>>(limit, precedes);
    this.#eachMatching(typed, (entry, quality) => {
      const { item, name, recency, unread } = entry;
      const score = rank({ item, name, recency, unread, quality });
      if (score !== undefined) best.add({ entry, score });
    });
    return best.items.map(({ entry }) => entry.item);
  }

  /** The best of each section in one pass; items without a section are skipped. */
  findEach<S>(typed: string, limit: number, sectionOf: (item: T) => S | undefined): ReadonlyMap<S, readonly T[]> {
    const sections = new Map<S, Best<Scored<T>>>();
    this.#eachMatching(typed, (entry, quality) => {
      const section = sectionOf(entry.item);
      if (section === undefined) return;
      let best = sections.get(section);
      if (!best) {
        best = new Best<Scored<T>>(limit, precedes);
        sections.set(section, best);
      }
      const score = this.#weightOf(quality, entry.recency, entry.unread);
      if (score >= (best.last?.score ?? score)) best.add({ entry, score });
    });
    return new Map([...sections].map(([section, { items }]) => [section, items.map(({ entry }) => entry.item)]));
  }

  /** Ranks by match quality, with bonuses for recent use and unread messages. */
  readonly byUse = ({ quality, recency, unread }: Candidate<T>): number => this.#weightOf(quality, recency, unread);

  #weightOf(quality: number, recency: number, unread: number): number {
    const age = this.#newest - recency;
    const freshness = recency > 0 ? 1 / (1 + Math.log2(1 + age / 50)) : 0;
    return quality + 1.5 * freshness + (unread > 0 ? 0.75 : 0);
  }

  /** Called for tens of thousands of entries within a frame: allocates nothing for each. */
  #eachMatching(typed: string, visit: (entry: Entry<T>, quality: number) => void): void {
    this.looked = 0;
    const query = prepareQuery(typed);
    if (query.words.length === 0) {
      // Text without a word matches nothing; empty text matches everything.
      if (typed.trim() !== "") return;
      this.looked = this.#entries.size;
      for (const entry of this.#entries.values()) visit(entry, Quality.whole);
      return;
    }
    const look = (entry: Entry<T>) => {
      this.looked += 1;
      const quality = qualityOf(entry.prepared, query);
      if (quality > 0) visit(entry, quality);
    };
    const shelf = this.#smallestShelf(query);
    for (const entry of this.#lastFirst(shelf)) look(entry);
    if (query.initials === undefined) return;
    for (const entry of this.#shelf(INITIALS + query.initials.slice(0, 2))) if (!shelf.has(entry)) look(entry);
  }

  #lastFirst(shelf: ReadonlySet<Entry<T>>): readonly Entry<T>[] {
    const known = this.#backwards.get(shelf);
    if (known) return known;
    const made = [...shelf].reverse();
    this.#backwards.set(shelf, made);
    return made;
  }

  #smallestShelf({ words }: PreparedQuery): ReadonlySet<Entry<T>> {
    const shelves = words.map((word) => this.#shelf(word.slice(1, 3)));
    return shelves.reduce((smallest, each) => (each.size < smallest.size ? each : smallest));
  }

  #shelf(label: string): ReadonlySet<Entry<T>> {
    return this.#shelves.get(label) ?? new Set();
  }
}

function precedes<T>(a: Scored<T>, b: Scored<T>): boolean {
  if (a.score !== b.score) return a.score > b.score;
  return a.entry.prepared.words === b.entry.prepared.words
    ? a.entry.key < b.entry.key
    : a.entry.prepared.words < b.entry.prepared.words;
}

/** The first one and two letters of each word, and each pair of consecutive initials. */
function labelsOf({ words, besides, initials }: PreparedName): Set<string> {
  const labels = new Set<string>();
  for (const word of `${words}${besides}`.split(" ")) {
    if (word === "") continue;
    labels.add(word.slice(0, 1));
    labels.add(word.slice(0, 2));
  }
  for (let at = 0; at + 1 < initials.length; at += 1) labels.add(INITIALS + initials.slice(at, at + 2));
  return labels;
}
