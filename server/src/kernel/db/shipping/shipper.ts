/**
 * Ships SQLite's write-ahead log to where backups are kept (decision 112). Runs in the checkpoint thread, because whoever
 * copies the log into the database decides when the log may begin anew.
 *
 * One read transaction is always open. SQLite does not begin the log anew while a reader uses it, and does not copy the log
 * into the database beyond what the oldest reader sees. A new reader is opened before the old one ends, and the old one ends
 * only when everything that the new one sees has been shipped. So no process can overwrite a frame that was not shipped; and
 * if a frame is ever missing, the salts and checksums of the log show it, and a new generation begins.
 */
import type { DatabaseSync } from "node:sqlite";
import type { BackupPlace } from "../../backups/config.ts";
import { timedName } from "../../backups/names.ts";
import { BackupStore } from "../../backups/store.ts";
import { readSecretKey } from "../../secrets.ts";
import { beginReading, LogConnections } from "./connections.ts";
import { storeCopy } from "./copy.ts";
import { BrokenLog, FollowedLog, type LogPlace } from "./followed-log.ts";
import { resumable } from "./generations.ts";
import { GenerationRemoval } from "./retention.ts";
import { copyName, type GenerationStart, packSegment, type Segment, segmentName, startName } from "./segment.ts";

/** How exactly the time of a commit is known, while the thread is not kept waiting. */
const LOOK_MS = 250;
/** A segment for each second in which something was written. */
const SHIP_MS = 1000;
const RETRY_MS = 5000;
/** Each attempt copies the database. */
const BEGIN_RETRY_MS = 60_000;
/** A server that stops waits so long for the last segment. */
const CLOSE_MS = 10_000;
const STOPPED = new Error("The server stops.");
/** Under constant writing the log never ends by itself; when it is so many times as long as is worthwhile, writers wait for its last part. */
const LONG = 4;

export interface ShippingOptions {
  readonly place: BackupPlace;
  readonly dataDirectory: string;
  readonly databaseFile: string;
  /** How often a new generation begins, and how long generations are kept. */
  readonly generationSeconds: number;
  readonly keepSeconds: number;
  /** From how many pages on the log is copied into the database. */
  readonly worthwhilePages: number;
  /** Everything before this time is shipped, or was never to be. */
  readonly shippedUntilMs: number;
  /** How long closing waits for the last segment; some seconds by default. */
  readonly closeMs?: number;
}

/** What is known of shipping, for `/health` and the metrics. */
export interface ShippingStatus {
  /** Everything that was committed before this time is shipped. */
  readonly shippedUntilMs: number;
  readonly failure: string | undefined;
  /** Why old parts of the log could not be removed. */
  readonly removalFailure?: string | undefined;
}

interface Generation {
  readonly name: string;
  readonly begunAtMs: number;
  /** The number of the run with which it begins. */
  readonly firstRun: number;
}

export class LogShipper {
  readonly #options: ShippingOptions;
  readonly #store: BackupStore;
  readonly #log: FollowedLog;
  readonly #connections: LogConnections;
  readonly #removal: GenerationRemoval;
  readonly #onStatus: (status: ShippingStatus) => void;
  /** Ends a copy that is being made when the shipper closes, and requests some time later. */
  readonly #closing = new AbortController();
  readonly #leaving = new AbortController();
  #reader: DatabaseSync | undefined;
  #generation: Generation | undefined;
  /** How often a generation was given up. */
  #breaks = 0;
  /** Whether the log may continue what was shipped by a process that has ended. */
  #mayResume = true;
  #shippedUntilMs: number;
  #workedAtMs = 0;
  #retryAtMs = 0;
  #beginAgainAtMs = 0;
  #failure: string | undefined;
  #working: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ShippingOptions, onStatus: (status: ShippingStatus) => void) {
    const { databaseFile, dataDirectory, place, keepSeconds } = options;
    this.#options = options;
    this.#onStatus = onStatus;
    this.#shippedUntilMs = options.shippedUntilMs;
    this.#store = new BackupStore(place, dataDirectory, this.#leaving.signal);
    this.#removal = new GenerationRemoval(this.#store, keepSeconds);
    this.#connections = new LogConnections(databaseFile);
    this.#log = new FollowedLog(databaseFile, dataDirectory);
  }

  /** From here on the times of commits are known. */
  start(): void {
    this.#reader = this.#capture().reader;
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
    this.#look();
  }

  /** Ships what is left, if that is possible within some seconds. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#closing.abort(STOPPED);
    const leaving = setTimeout(() => this.#leaving.abort(STOPPED), this.#options.closeMs ?? CLOSE_MS);
    try {
      await this.#alone(async () => {
        this.#log.observe();
        if (this.#generation) await this.#ship();
      });
    } catch {
      // The next start continues, or begins a new generation.
    }
    clearTimeout(leaving);
    this.#leaving.abort(STOPPED);
    await this.#removal.settled();
    this.#reader?.close();
    this.#connections.close();
    this.#log.close();
  }

  /** Lets others empty the log. A new generation begins afterwards, without what was deleted. */
  pause(): Promise<void> {
    return this.#alone(async () => {
      try {
        this.#log.observe();
        if (this.#generation) await this.#ship();
      } catch {
        // What was not shipped is in the next copy.
      }
      this.#breakOff("The log was emptied.");
      this.#failure = undefined;
      this.#retryAtMs = Date.now() + SHIP_MS;
    });
  }

  /** Nothing else is shipped meanwhile. */
  async #alone(work: () => Promise<void>): Promise<void> {
    while (this.#working) await this.#working;
    const working = work();
    this.#working = working
      .catch(() => {})
      .finally(() => {
        this.#working = undefined;
      });
    await working;
  }

  #look(): void {
    try {
      this.#log.observe();
    } catch (error) {
      this.#breakOff(messageOf(error));
    }
    // Without a generation, nothing was shipped since the last one.
    if (this.#generation && this.#log.isFollowing) this.#shippedUntilMs = this.#log.shippedUntilMs;
    const [shippedUntilMs, failure, removalFailure] = [this.#shippedUntilMs, this.#failure, this.#removal.failure];
    this.#onStatus({ shippedUntilMs, failure, removalFailure });
    if (this.#working) return;
    this.#alone(() => this.#work()).catch((error: unknown) => {
      this.#failure = messageOf(error);
    });
  }

  async #work(): Promise<void> {
    const now = Date.now();
    if (now < this.#retryAtMs || now - this.#workedAtMs < SHIP_MS || this.#closing.signal.aborted) return;
    try {
      if (!this.#generation) await this.#resumeOrBegin();
      await this.#ship();
      const { generationSeconds } = this.#options;
      const age = now - (this.#generation?.begunAtMs ?? now);
      await this.#checkpoint();
      if (age >= generationSeconds * 1000 && now >= this.#beginAgainAtMs) {
        this.#beginAgainAtMs = now + BEGIN_RETRY_MS;
        await this.#begin();
      }
      this.#removal.look();
      this.#workedAtMs = Date.now();
      this.#failure = undefined;
    } catch (error) {
      this.#failure = messageOf(error);
      const isKept = (this.#generation || this.#mayResume) && !(error instanceof BrokenLog);
      this.#retryAtMs = Date.now() + (isKept ? RETRY_MS : BEGIN_RETRY_MS);
      // Without a generation nothing has to wait.
      if (!isKept) this.#breakOff(this.#failure);
      if (!this.#reader) this.#checkpointFreely();
    }
  }

  /** Gives the generation up: the next one begins with a new copy. */
  #breakOff(why: string): void {
    this.#breaks++;
    this.#generation = undefined;
    this.#mayResume = false;
    this.#failure = why;
    this.#log.forget();
    if (this.#reader) this.#connections.release(this.#reader);
    this.#reader = undefined;
  }

  /** After a crash the log is still there. While the place cannot be asked, it waits like any other part of the log. */
  async #resumeOrBegin(): Promise<void> {
    if (!this.#reader) this.#hold();
    const header = this.#mayResume ? this.#log.header : undefined;
    const found = header && (await resumable(this.#store, header, this.#log.file));
    this.#mayResume = false;
    const run = found && this.#log.continueAfter(header, found);
    if (!found || run === undefined) return this.#begin();
    this.#generation = { ...found.generation, firstRun: run - found.run };
  }

  /** A copy of the database, and the place in the log that belongs to it. */
  async #begin(): Promise<void> {
    const { dataDirectory } = this.#options;
    const secret_key = readSecretKey(dataDirectory).toString("hex");
    const begunAtMs = Date.now();
    const name = timedName(begunAtMs);
    await this.#removal.listed();
    const { reader, place } = this.#capture();
    const breaks = this.#breaks;
    const demandWhole = () => {
      if (breaks !== this.#breaks) throw new BrokenLog("The log was lost while the database was copied.");
    };
    try {
      // The former generation reaches as far as the new one begins.
      if (this.#generation) await this.#ship(place);
      await storeCopy(this.#store, copyName(name), reader, { dataDirectory, signal: this.#closing.signal });
      demandWhole();
      const heading: GenerationStart = { parley_log: 1, begun_at_ms: begunAtMs, secret_key, ...place.facts };
      await this.#store.putBytes(startName(name), Buffer.from(JSON.stringify(heading)));
      demandWhole();
    } catch (error) {
      this.#connections.release(reader);
      throw error;
    }
    // What was committed since has been noticed, and is shipped from here on.
    this.#log.shipAfter(place);
    this.#generation = { name, begunAtMs, firstRun: place.firstRun };
    this.#replaceReader(reader);
    this.#log.observe();
    this.#removal.due();
  }

  /** Opens a reader at a known place of the log: nobody writes meanwhile. */
  #capture(): { reader: DatabaseSync; place: LogPlace } {
    const reader = this.#connections.idleReader();
    try {
      this.#connections.lock();
      try {
        this.#log.observe();
        beginReading(reader);
        const { log: frame } = this.#connections.progress();
        return { reader, place: this.#log.placeAt(frame, this.#connections.pageBytes()) };
      } finally {
        this.#connections.unlock();
      }
    } catch (error) {
      this.#connections.release(reader);
      throw error;
    }
  }

  /** Ships what was noticed; for the end of a generation, only up to where the next one begins. */
  async #ship(end?: LogPlace): Promise<void> {
    const generation = this.#generation as Generation;
    for (const segment of this.#log.segments(end)) await this.#put(generation, segment);
  }

  async #put({ name, firstRun }: Generation, { heading, frames }: Segment): Promise<void> {
    const numbered = { ...heading, run: heading.run - firstRun };
    await this.#store.putBytes(segmentName(name, numbered), await packSegment({ heading: numbered, frames }));
  }

  /** Copies the log into the database, as far as it is shipped. */
  async #checkpoint(): Promise<void> {
    const before = this.#connections.progress();
    if (before.log - before.checkpointed < this.#options.worthwhilePages) return;
    await this.#advance();
    const { log, checkpointed } = this.#connections.checkpoint();
    // Everything is in the database: with a reader that needs nothing of the log, the next commit begins it anew.
    if (checkpointed === log) return this.#advance();
    if (log <= LONG * this.#options.worthwhilePages) return;
    await this.#advance();
    await this.#endRun();
  }

  #checkpointFreely(): void {
    const { log, checkpointed } = this.#connections.progress();
    if (log - checkpointed >= this.#options.worthwhilePages) this.#connections.checkpoint();
  }

  /** A newer reader takes over when everything that it sees is shipped. */
  async #advance(): Promise<void> {
    const next = this.#connections.idleReader();
    try {
      beginReading(next);
      this.#log.observe();
      await this.#ship();
    } catch (error) {
      this.#connections.release(next);
      throw error;
    }
    this.#replaceReader(next);
  }

  /** Under constant writing: writers wait while the last part is copied. It is shipped from memory afterwards. */
  async #endRun(): Promise<void> {
    try {
      this.#connections.lock();
    } catch {
      return;
    }
    try {
      this.#log.observe();
      if (!this.#log.carry()) return;
      this.#hold();
      const { log, checkpointed } = this.#connections.checkpoint();
      if (log === checkpointed) this.#hold();
    } finally {
      this.#connections.unlock();
    }
    await this.#ship();
  }

  /** A reader of the newest state replaces the one before. */
  #hold(): void {
    const reader = this.#connections.idleReader();
    try {
      beginReading(reader);
    } catch (error) {
      this.#connections.release(reader);
      throw error;
    }
    this.#replaceReader(reader);
  }

  #replaceReader(reader: DatabaseSync): void {
    if (this.#reader) this.#connections.release(this.#reader);
    this.#reader = reader;
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
