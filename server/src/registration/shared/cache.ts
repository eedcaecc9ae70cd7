/**
 * What is made once for many registrations. An entry was made at a position of the log, and holds at every position that
 * no event which changes it separates from that one. Its memory is bounded: what was used least recently goes first.
 */
import type { RealmId } from "../../kernel/api/ids.ts";
import type { Committed } from "../../kernel/db/handles.ts";
import type { SharedKey } from "../../kernel/feature.ts";
import { ChangeLog } from "./changes.ts";

const MOST_BYTES = 96 * 1024 * 1024;
const MOST_ENTRIES = 5000;

export interface Sized {
  readonly size: number;
}

interface CacheEntry<T extends Sized = Sized> {
  readonly from: number;
  readonly stamp: string;
  readonly made: Promise<T>;
  /** Undefined until it has been made. */
  value: T | undefined;
}

/** A snapshot's organization and position. */
export interface Moment {
  readonly realmId: RealmId;
  readonly position: number;
}

export class SharedCache {
  readonly #log = new ChangeLog();
  /** In the order of use. */
  readonly #entries = new Map<string, CacheEntry>();
  #bytes = 0;

  /** Must be called with a snapshot before anything is asked for at its position. */
  async at(db: Committed, realmId: RealmId): Promise<Moment> {
    return { realmId, position: await this.#log.follow(db, realmId) };
  }

  /** `make` gets the value from before the change, of which it may keep parts. */
  async get<T extends Sized>(
    { realmId, position }: Moment,
    { key, stamp, changedBy }: SharedKey,
    make: (former: T | undefined) => Promise<T>,
  ): Promise<T> {
    const name = `${realmId} ${key}`;
    const known = this.#entries.get(name) as CacheEntry<T> | undefined;
    if (known?.stamp === stamp && this.#log.newest(realmId, changedBy) <= Math.min(known.from, position)) {
      this.#entries.delete(name);
      this.#entries.set(name, known);
      // What failed for another may not fail here.
      return known.made.catch(() => make(undefined));
    }
    const made = make(known?.value);
    // Somebody who reads an older moment must not replace what is newer.
    if (!known || known.from <= position) this.#keep(name, { from: position, stamp, made, value: undefined });
    return made;
  }

  /** For rows that were changed without an event. */
  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }

  #keep<T extends Sized>(name: string, entry: CacheEntry<T>): void {
    this.#drop(name);
    this.#entries.set(name, entry);
    entry.made.then(
      (value) => {
        if (this.#entries.get(name) !== entry) return;
        entry.value = value;
        this.#bytes += value.size;
        this.#shrink();
      },
      () => {
        if (this.#entries.get(name) === entry) this.#entries.delete(name);
      },
    );
  }

  #drop(name: string): void {
    const entry = this.#entries.get(name);
    if (!entry) return;
    this.#entries.delete(name);
    this.#bytes -= entry.value?.size ?? 0;
  }

  #shrink(): void {
    for (const name of this.#entries.keys()) {
      if (this.#bytes <= MOST_BYTES && this.#entries.size <= MOST_ENTRIES) return;
      this.#drop(name);
    }
  }
}

const caches = new WeakMap<object, SharedCache>();

/** Of a running server. */
export function sharedCacheOf(app: object): SharedCache {
  const cache = caches.get(app) ?? new SharedCache();
  caches.set(app, cache);
  return cache;
}
