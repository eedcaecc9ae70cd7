/**
 * Updates the search index in the background: some time after a message was sent or changed, and in batches small
 * enough not to delay anyone. Searches do not depend on it: they read messages that are not indexed yet.
 */

import type { Logger } from "pino";
import type { RealmId } from "../../kernel/api/ids.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Database } from "../../kernel/db/handles.ts";
import { levelOf } from "../../kernel/log.ts";
import { part } from "../../kernel/part.ts";
import { type Progress, unobserved } from "../../kernel/progress.ts";
import { mergeSome } from "./merge.ts";
import { idsToPass, indexSome, isBehind, realmsBehind } from "./progress.ts";

/** Indexing waits until no message has arrived for this long, so that new messages are indexed together. */
const QUIET_MS = 1000;
/** Except when this many messages are waiting, which would slow down searches. */
const MOST_WAITING = 20_000;
/** The number of batches to index then, each time: tens of milliseconds. */
const HURRIED = 10;
/** A search reads this many messages itself rather than waiting for the index. */
const TOLERATED = 200;
/** The limit on how many batches a search waits for; only reached while the index is rebuilt. */
const MOST_BATCHES = 250;

export interface IndexerOptions {
  database: Database;
  clock: Clock;
  log: Logger;
  /** Of a rebuild by the server, after a restore or an upgrade. */
  progress?: Progress;
  /** Messages that may wait while others keep arriving. */
  mostWaiting?: number;
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

  /** Something may need indexing soon. */
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

  /** Indexes while it is quiet. Returns whether nothing is left. */
  async #keepUp(): Promise<boolean> {
    const { database, clock } = this.#options;
    const isQuiet = () => clock.now() - this.#wokenAt >= QUIET_MS;
    for (const realmId of await realmsBehind(database.reader)) {
      const isRebuilt = await isBehind(database.reader, realmId, MOST_WAITING);
      const report = isRebuilt ? await this.#reporting(realmId, this.#options.progress) : undefined;
      while (isQuiet() && (await this.#indexBatch(realmId))) await report?.();
      if (!isQuiet()) await this.#hurry(realmId);
    }
    return isQuiet();
  }

  /** While messages keep arriving: rarely, to affect few requests, but many messages at a time. */
  async #hurry(realmId: RealmId): Promise<void> {
    const { database, mostWaiting = MOST_WAITING } = this.#options;
    if (!(await isBehind(database.reader, realmId, mostWaiting))) return;
    for (let n = 0; n < HURRIED; n++) if (!(await this.#indexBatch(realmId))) return;
  }

  /** Indexes everything that is not indexed yet. */
  async catchUp(progress?: Progress): Promise<void> {
    const { database } = this.#options;
    for (const realmId of await realmsBehind(database.reader)) {
      const report = await this.#reporting(realmId, progress);
      while (await this.#indexBatch(realmId)) await report();
    }
  }

  /** Returns a function that reports what was indexed since it was last called. */
  async #reporting(realmId: RealmId, progress = unobserved): Promise<() => Promise<void>> {
    const { reader } = this.#options.database;
    let left = await idsToPass(reader, realmId);
    progress.begin("Indexing messages for search", left);
    return async () => {
      const before = left;
      left = await idsToPass(reader, realmId);
      progress.add(Math.max(0, before - left));
    };
  }

  /** Before a search: indexes enough for the search to read the rest itself. */
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
