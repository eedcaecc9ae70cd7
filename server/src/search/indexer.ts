/**
 * Keeps the search index up, behind everybody's back: a while after something was sent or changed, and in portions small
 * enough to keep nobody waiting. A search does not depend on it: what is not indexed yet, it reads itself.
 */
import type { Logger } from "pino";
import type { RealmId } from "../api/ids.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../db/handles.ts";
import { indexSome, isBehind, realmsBehind } from "./store.ts";

/** Several messages are then indexed together. */
const DELAY_MS = 1000;
/** As many messages as one transaction indexes: some milliseconds. */
const PORTION = 100;
/** A search reads so many messages itself rather than wait for them to be indexed. */
const TOLERATED = 200;
/** No search waits for more than this; more is waiting only where the index is made anew. */
const MOST_PORTIONS = 20;

export interface IndexerOptions {
  database: Database;
  clock: Clock;
  log: Logger;
}

export class Indexer {
  readonly #options: IndexerOptions;
  #cancelTimer: (() => void) | undefined;
  #running: Promise<void> | undefined;
  #closing = false;

  constructor(options: IndexerOptions) {
    this.#options = options;
  }

  /** Something may have to be indexed, soon. */
  wake(): void {
    if (this.#closing || this.#cancelTimer) return;
    this.#cancelTimer = this.#options.clock.after(DELAY_MS, () => {
      this.#cancelTimer = undefined;
      // What came while it runs is noticed by the next one.
      if (this.#running) return this.wake();
      this.#running = this.catchUp()
        .catch((error: unknown) => this.#options.log.error({ err: error }, "the search index could not be kept up"))
        .finally(() => {
          this.#running = undefined;
        });
    });
  }

  /** Indexes everything that is not indexed yet. */
  async catchUp(): Promise<void> {
    const { database } = this.#options;
    for (const realmId of await realmsBehind(database.reader)) while (await this.#indexPortion(realmId));
  }

  /** Before a search: brings the index so far that the search can read the rest. */
  async prepare(realmId: RealmId): Promise<void> {
    const { database } = this.#options;
    for (let n = 0; n < MOST_PORTIONS && (await isBehind(database.reader, realmId, TOLERATED)); n++)
      await this.#indexPortion(realmId);
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.#cancelTimer?.();
    await this.#running;
  }

  async #indexPortion(realmId: RealmId): Promise<boolean> {
    if (this.#closing) return false;
    return this.#options.database.transaction((tx) => indexSome(tx, realmId, PORTION));
  }
}
