/**
 * Keeps the search index up, behind everybody's back: a while after something was sent or changed, and in batches small
 * enough to keep nobody waiting. A search does not depend on it: what is not indexed yet, it reads itself.
 */

import type { Logger } from "pino";
import type { RealmId } from "../../kernel/api/ids.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Database } from "../../kernel/db/handles.ts";
import { levelOf } from "../../kernel/log.ts";
import { part } from "../../kernel/part.ts";
import { mergeSome } from "./merge.ts";
import { indexSome, isBehind, realmsBehind } from "./progress.ts";

/** Nothing is indexed while people send: what came is indexed together, when it has been quiet for so long. */
const QUIET_MS = 1000;
/** Unless so many messages are waiting that a search would notice. */
const MOST_WAITING = 20_000;
/** As many batches as are then indexed each time that it might have been quiet: tens of milliseconds. */
const HURRIED = 10;
/** A search reads so many messages itself rather than wait for them to be indexed. */
const TOLERATED = 200;
/** No search waits for more than this; more is waiting only where the index is made anew. */
const MOST_BATCHES = 250;

export interface IndexerOptions {
  database: Database;
  clock: Clock;
  log: Logger;
}

export const indexer = part<Indexer>("search index");

export class Indexer {
  readonly #options: IndexerOptions;
  #cancelTimer: (() => void) | undefined;
  #wokenAt = 0;
  #running: Promise<void> | undefined;
  #closing = false;

  constructor(options: IndexerOptions) {
    this.#options = options;
  }

  /** Something may have to be indexed, soon. */
  wake(): void {
    this.#wokenAt = this.#options.clock.now();
    this.#waitForQuiet();
  }

  #waitForQuiet(): void {
    if (this.#closing || this.#cancelTimer || this.#running) return;
    this.#cancelTimer = this.#options.clock.after(QUIET_MS, () => {
      this.#cancelTimer = undefined;
      this.#running = this.#keepUp()
        .catch((error: unknown) => {
          this.#options.log[levelOf(error)]({ err: error }, "could not update the search index");
          return false;
        })
        .then((isDone) => {
          this.#running = undefined;
          if (!isDone) this.#waitForQuiet();
        });
    });
  }

  /** Indexes while it is quiet; answers whether nothing is left. */
  async #keepUp(): Promise<boolean> {
    const { database, clock } = this.#options;
    const isQuiet = () => clock.now() - this.#wokenAt >= QUIET_MS;
    for (const realmId of await realmsBehind(database.reader)) {
      while (isQuiet() && (await this.#indexBatch(realmId)));
      if (!isQuiet()) await this.#hurry(realmId);
    }
    return isQuiet();
  }

  /** While people go on sending: seldom, so that few of them meet it, and much at a time. */
  async #hurry(realmId: RealmId): Promise<void> {
    const { database } = this.#options;
    if (!(await isBehind(database.reader, realmId, MOST_WAITING))) return;
    for (let n = 0; n < HURRIED && !this.#closing; n++) await database.transaction((tx) => indexSome(tx, realmId));
  }

  /** Indexes everything that is not indexed yet. */
  async catchUp(): Promise<void> {
    const { database } = this.#options;
    for (const realmId of await realmsBehind(database.reader)) while (await this.#indexBatch(realmId));
  }

  /** Before a search: brings the index so far that the search can read the rest. */
  async prepare(realmId: RealmId): Promise<void> {
    const { database } = this.#options;
    for (let n = 0; n < MOST_BATCHES && (await isBehind(database.reader, realmId, TOLERATED)); n++)
      await this.#indexBatch(realmId);
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.#cancelTimer?.();
    await this.#running;
  }

  async #indexBatch(realmId: RealmId): Promise<boolean> {
    if (this.#closing) return false;
    const { database } = this.#options;
    const isMore = await database.transaction((tx) => indexSome(tx, realmId));
    await database.transaction(mergeSome);
    return isMore;
  }
}
