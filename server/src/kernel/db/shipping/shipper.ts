/**
 * Ships SQLite's write-ahead log to where backups are kept (decision 112). Runs in the checkpoint thread, because whoever
 * copies the log into the database decides when the log may begin anew (`held-log.ts`).
 */
import { timedName } from "../../backups/names.ts";
import { BackupStore } from "../../backups/store.ts";
import { messageOf } from "../../retried-work.ts";
import { readSecretKey } from "../../secrets.ts";
import { storeCopy } from "./copy.ts";
import { BrokenLog, FollowedLog, type LogPlace, TOO_LONG } from "./followed-log.ts";
import { resumable } from "./generations.ts";
import { HeldLog } from "./held-log.ts";
import { GenerationRemoval } from "./retention.ts";
import { copyName, type GenerationStart, packSegment, type Segment, segmentName, startName } from "./segment.ts";
import type { ShippingOptions, ShippingStatus } from "./status.ts";

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
  readonly #held: HeldLog;
  readonly #removal: GenerationRemoval;
  readonly #onStatus: (status: ShippingStatus) => void;
  /** Ends a copy that is being made when the shipper closes, and requests some time later. */
  readonly #closing = new AbortController();
  readonly #leaving = new AbortController();
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
  #isGivenUp = false;
  /** Others empty the log. */
  #emptiedUntilMs = 0;
  /** Ends a copy for a generation that is given up while it is made. */
  #copying: AbortController | undefined;
  #working: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ShippingOptions, onStatus: (status: ShippingStatus) => void) {
    const { databaseFile, dataDirectory, place, keepSeconds } = options;
    this.#options = options;
    this.#onStatus = onStatus;
    this.#shippedUntilMs = options.shippedUntilMs;
    this.#store = new BackupStore(place, dataDirectory, this.#leaving.signal);
    this.#removal = new GenerationRemoval(this.#store, keepSeconds);
    this.#log = new FollowedLog(databaseFile, dataDirectory, options.mostPages);
    this.#held = new HeldLog(this.#log, databaseFile, options);
  }

  /** From here on the times of commits are known. */
  start(): void {
    this.#held.keep(this.#held.capture().reader);
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
    this.#held.close();
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
      this.#emptiedUntilMs = Date.now() + SHIP_MS;
      this.#retryAtMs = this.#emptiedUntilMs;
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
    const { failure: removalFailure, abandonedFailure } = this.#removal;
    const [shippedUntilMs, failure, isGivenUp] = [this.#shippedUntilMs, this.#failure, this.#isGivenUp];
    this.#onStatus({ shippedUntilMs, failure, isGivenUp, removalFailure, abandonedFailure });
    this.#keepShort();
    if (this.#working) return;
    this.#alone(() => this.#work()).catch((error: unknown) => {
      this.#failure = messageOf(error);
    });
  }

  /** Also while the place does not respond: whatever is under way there, the log must not grow. */
  #keepShort(): void {
    if (this.#held.isHeld || Date.now() < this.#emptiedUntilMs) return;
    try {
      this.#held.checkpointFreely();
    } catch (error) {
      this.#failure = messageOf(error);
    }
  }

  async #work(): Promise<void> {
    const now = Date.now();
    if (now < this.#retryAtMs || now - this.#workedAtMs < SHIP_MS || this.#closing.signal.aborted) return;
    try {
      if (!this.#generation) await this.#resumeOrBegin();
      await this.#ship();
      const { generationSeconds } = this.#options;
      const age = now - (this.#generation?.begunAtMs ?? now);
      await this.#held.checkpoint(() => this.#ship());
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
      if (!isKept) this.#breakOff(this.#failure);
    }
  }

  /** Gives the generation up: the next one begins with a new copy. */
  #breakOff(why: string): void {
    this.#breaks++;
    this.#generation = undefined;
    this.#mayResume = false;
    this.#failure = why;
    this.#isGivenUp ||= why === TOO_LONG;
    this.#copying?.abort(new BrokenLog(why));
    this.#log.forget();
    this.#held.letGo();
  }

  /** After a crash the log is still there. While the place cannot be asked, it waits like any other part of the log. */
  async #resumeOrBegin(): Promise<void> {
    // Nothing to continue: while the place is looked at, nothing waits.
    if (!this.#mayResume) this.#held.letGo();
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
    const { reader, place } = this.#held.capture();
    const breaks = this.#breaks;
    let isKept = false;
    const copying = new AbortController();
    this.#copying = copying;
    const signal = AbortSignal.any([this.#closing.signal, copying.signal]);
    const demandWhole = () => {
      if (breaks !== this.#breaks) throw new BrokenLog("The log was lost while the database was copied.");
    };
    try {
      // The former generation reaches as far as the new one begins.
      if (this.#generation) await this.#ship(place);
      await storeCopy(this.#store, copyName(name), reader, {
        ...{ dataDirectory, signal },
        // From here on it can be let go, however long storing takes.
        onCopied: () => {
          demandWhole();
          this.#held.keep(reader);
          isKept = true;
        },
      });
      demandWhole();
      const heading: GenerationStart = { parley_log: 1, begun_at_ms: begunAtMs, secret_key, ...place.facts };
      await this.#store.putBytes(startName(name), Buffer.from(JSON.stringify(heading)));
      demandWhole();
    } catch (error) {
      if (!isKept) this.#held.release(reader);
      throw error;
    } finally {
      this.#copying = undefined;
    }
    // What was committed since has been noticed, and is shipped from here on.
    this.#log.shipAfter(place);
    this.#generation = { name, begunAtMs, firstRun: place.firstRun };
    this.#isGivenUp = false;
    this.#log.observe();
    this.#removal.due();
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
}
