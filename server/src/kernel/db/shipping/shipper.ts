/**
 * Ships SQLite's write-ahead log to where backups are kept (decision 112). Runs in the checkpoint thread, because whoever
 * copies the log into the database decides when the log may begin anew.
 *
 * One read transaction is always open. SQLite does not begin the log anew while a reader uses it, and does not copy the log
 * into the database beyond what the oldest reader sees. A new reader is opened before the old one ends, and the old one ends
 * only when everything that the new one sees has been shipped. So no process can overwrite a frame that was not shipped; and
 * if a frame is ever missing, the salts and checksums of the log show it, and a new generation begins.
 */
import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { backup, type DatabaseSync } from "node:sqlite";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { BackupPlace } from "../../backups/config.ts";
import { BackupStore } from "../../backups/store.ts";
import { readSecretKey } from "../../secrets.ts";
import { unfinishedFile } from "../../storage/unfinished.ts";
import { beginReading, LogConnections } from "./connections.ts";
import { oldGenerations, resumable } from "./generations.ts";
import { MarksOnDisk } from "./marks.ts";
import {
  type CommitMark,
  copyName,
  followsSalts,
  type GenerationStart,
  newGenerationName,
  packSegment,
  type Segment,
  sameSalts,
  segmentName,
  startName,
} from "./segment.ts";
import { followFrames, type LogHeader, type LogPosition, WriteAheadLog } from "./wal.ts";

/** How exactly the time of a commit is known. */
export const LOOK_MS = 250;
/** A segment for each second in which something was written. */
const SHIP_MS = 1000;
const RETRY_MS = 5000;
/** Each attempt copies the database. */
const BEGIN_RETRY_MS = 60_000;
/** 8 MB. */
const SEGMENT_FRAMES = 2048;
/** 32 MB. */
const MOST_FRAMES_CARRIED = 8192;
/** 1 GB: beyond that the disk is more precious than the history. */
const MOST_FRAMES_WAITING = 262_144;
/** Under constant writing the log never ends by itself; when it is so many times as long as is worthwhile, writers wait for its last part. */
const LONG = 4;
/** 4 MB in a step. */
const COPIED_PAGES = 1000;

export interface ShippingOptions {
  readonly place: BackupPlace;
  readonly dataDirectory: string;
  readonly databaseFile: string;
  /** How often a new generation begins, and how long generations are kept. */
  readonly generationSeconds: number;
  readonly keepSeconds: number;
  /** From how many pages on the log is copied into the database. */
  readonly worthwhilePages: number;
}

/** What is known of shipping, for `/health` and the metrics. */
export interface ShippingStatus {
  /** Everything that was committed before this time is shipped. */
  readonly shippedUntilMs: number;
  readonly failure: string | undefined;
}

interface Generation {
  readonly name: string;
  readonly begunAtMs: number;
  /** The number of the run with which it begins. */
  readonly firstRun: number;
}

/** What the log contains between two beginnings. */
interface LogRun {
  readonly number: number;
  readonly header: LogHeader;
  /** The last commit that was noticed, and what of it is shipped. */
  seen: LogPosition;
  shipped: LogPosition;
  marks: CommitMark[];
}

type CopyFacts = Pick<GenerationStart, "page_bytes" | "salts" | "position">;

/** The place in the log that a copy of the database has reached; without a run if the log was empty. */
interface CopiedUpto {
  readonly run: LogRun | undefined;
  readonly position: LogPosition;
  /** The number of the first run after the copy. */
  readonly firstRun: number;
}

class BrokenLog extends Error {}

export class LogShipper {
  readonly #options: ShippingOptions;
  readonly #store: BackupStore;
  readonly #log: WriteAheadLog;
  readonly #connections: LogConnections;
  readonly #onStatus: (status: ShippingStatus) => void;
  readonly #marks: MarksOnDisk;
  #reader: DatabaseSync | undefined;
  #generation: Generation | undefined;
  /** Whether every commit is noticed, with its time: from the copy on. */
  #isFollowing = false;
  /** How often a generation was given up. */
  #breaks = 0;
  /** Undefined while the log is empty. */
  #run: LogRun | undefined;
  #nextRun = 0;
  /** The end of a run that was overwritten before it was shipped. */
  #carried: Segment[] = [];
  #isFirst = true;
  readonly #startedAtMs = Date.now();
  #lookedAtMs = Date.now();
  #shippedAtMs = 0;
  #retryAtMs = 0;
  #beginAgainAtMs = 0;
  #failure: string | undefined;
  #working: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosing = false;

  constructor(options: ShippingOptions, onStatus: (status: ShippingStatus) => void) {
    this.#options = options;
    this.#onStatus = onStatus;
    this.#marks = new MarksOnDisk(options.dataDirectory);
    this.#store = new BackupStore(options.place, options.dataDirectory);
    this.#connections = new LogConnections(options.databaseFile);
    this.#log = new WriteAheadLog(`${options.databaseFile}-wal`);
  }

  /** From here on the times of commits are known. */
  start(): void {
    this.#reader = this.#capture().reader;
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
    this.#look();
  }

  /** Ships what is left, if that is possible. */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#timer);
    await this.#working;
    try {
      this.#observe();
      if (this.#generation) await this.#ship();
    } catch {
      // The next start continues, or begins a new generation.
    }
    this.#reader?.close();
    this.#connections.close();
    this.#log.close();
  }

  /** Lets others empty the log. A new generation begins afterwards, without what was deleted. */
  async pause(): Promise<void> {
    await this.#working;
    this.#observe();
    if (this.#generation) await this.#ship().catch(() => {});
    this.#breakOff("The log was emptied.");
    this.#failure = undefined;
    this.#retryAtMs = Date.now() + SHIP_MS;
  }

  #look(): void {
    try {
      this.#observe();
    } catch (error) {
      this.#breakOff(messageOf(error));
    }
    this.#onStatus({ shippedUntilMs: this.#shippedUntil(), failure: this.#failure });
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
    });
  }

  #shippedUntil(): number {
    const [carried] = this.#carried;
    const run = this.#run;
    const waiting = carried ? carried.heading.marks[0] : run?.marks.find(({ frame }) => frame > run.shipped.frame);
    // Without a generation nothing was shipped since the last one.
    if (!this.#generation || !this.#isFollowing) return this.#shippedAtMs || this.#startedAtMs;
    return waiting?.fromMs ?? this.#lookedAtMs;
  }

  /** Notes what was committed since the last time, and between which times. */
  #observe(): void {
    const lookedAtMs = Date.now();
    const header = this.#log.header();
    if (this.#isFollowing && header) this.#follow(header, { fromMs: this.#lookedAtMs, toMs: lookedAtMs });
    this.#lookedAtMs = lookedAtMs;
  }

  #follow(header: LogHeader, times: Omit<CommitMark, "frame">): void {
    const run = this.#run;
    if (!run || !sameSalts(run.header.salts, header.salts)) {
      if (run && !followsSalts(header.salts, run.header.salts))
        throw new BrokenLog("The log was begun anew by others.");
      if (run && run.shipped.frame < run.seen.frame) throw new BrokenLog("The log was begun anew too early.");
      const start = { frame: 0, checksum: header.checksum };
      this.#marks.clear();
      this.#run = { number: this.#nextRun++, header, seen: start, shipped: start, marks: [] };
    }
    const current = this.#run as LogRun;
    const seen = this.#log.lastCommit(current.header, current.seen);
    if (seen.frame === current.seen.frame) return;
    current.seen = seen;
    const mark = { frame: seen.frame, ...times };
    current.marks.push(mark);
    this.#marks.add(current.header.salts, mark);
    if (seen.frame - current.shipped.frame > MOST_FRAMES_WAITING)
      throw new BrokenLog("The log has become too long, because it could not be shipped.");
  }

  async #work(): Promise<void> {
    const now = Date.now();
    if (now < this.#retryAtMs || now - this.#shippedAtMs < SHIP_MS || this.#isClosing) return;
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
      this.#shippedAtMs = Date.now();
      this.#failure = undefined;
    } catch (error) {
      this.#failure = messageOf(error);
      this.#retryAtMs = Date.now() + (this.#generation ? RETRY_MS : BEGIN_RETRY_MS);
      // Without a generation nothing has to wait.
      if (error instanceof BrokenLog || !this.#generation) this.#breakOff(this.#failure);
      if (!this.#generation) this.#checkpointFreely();
    }
  }

  /** Gives the generation up: the next one begins with a new copy. */
  #breakOff(why: string): void {
    this.#breaks++;
    this.#generation = undefined;
    this.#isFollowing = false;
    this.#run = undefined;
    this.#carried = [];
    this.#failure = why;
    if (this.#reader) this.#connections.release(this.#reader);
    this.#reader = undefined;
  }

  /** After a crash the log is still there. */
  async #resumeOrBegin(): Promise<void> {
    if (!this.#reader) this.#hold();
    const run = this.#isFirst ? this.#run : undefined;
    this.#isFirst = false;
    const found = run && (await resumable(this.#store, run.header, this.#log));
    if (!found || run !== this.#run || found.position.frame > run.shipped.frame) return this.#begin();
    const before = this.#marks.of(run.header.salts).filter(({ frame }) => frame <= run.shipped.frame);
    // Without their times: between the last that was shipped and the start.
    if (run.shipped.frame > (before.at(-1)?.frame ?? found.position.frame))
      before.push({
        frame: run.shipped.frame,
        fromMs: before.at(-1)?.toMs ?? found.knownUntilMs,
        toMs: this.#startedAtMs,
      });
    run.marks = [...before.filter(({ frame }) => frame > found.position.frame), ...run.marks];
    run.shipped = found.position;
    this.#generation = { ...found.generation, firstRun: run.number - found.run };
  }

  /** A copy of the database, and the place in the log that belongs to it. */
  async #begin(): Promise<void> {
    const { dataDirectory, keepSeconds } = this.#options;
    const secret_key = readSecretKey(dataDirectory).toString("hex");
    const begunAtMs = Date.now();
    const name = newGenerationName(begunAtMs);
    const { reader, facts, base } = this.#capture();
    const breaks = this.#breaks;
    const demandWhole = () => {
      if (breaks !== this.#breaks) throw new BrokenLog("The log was lost while the database was copied.");
    };
    const file = await unfinishedFile(dataDirectory);
    try {
      // The former generation reaches as far as the new one begins.
      if (this.#generation) await this.#ship(base);
      await backup(reader, file, { rate: COPIED_PAGES });
      await this.#store.put(copyName(name), (packed) =>
        pipeline(
          createReadStream(file),
          createGzip({ level: 1 }),
          createWriteStream(packed, { mode: 0o600, flags: "wx", flush: true }),
        ),
      );
      demandWhole();
      const heading: GenerationStart = { parley_log: 1, begun_at_ms: begunAtMs, secret_key, ...facts };
      await this.#store.putBytes(startName(name), Buffer.from(JSON.stringify(heading)));
      demandWhole();
    } catch (error) {
      this.#connections.release(reader);
      throw error;
    } finally {
      await Promise.all([file, `${file}-journal`, `${file}-wal`].map((each) => rm(each, { force: true })));
    }
    // What was committed since has been noticed, and is shipped from here on.
    if (base.run && base.run === this.#run) base.run.shipped = base.position;
    this.#generation = { name, begunAtMs, firstRun: base.firstRun };
    this.#carried = [];
    if (this.#reader) this.#connections.release(this.#reader);
    this.#reader = reader;
    this.#observe();
    await this.#store.remove(await oldGenerations(this.#store, begunAtMs - keepSeconds * 1000));
  }

  /** Opens a reader at a known place of the log: nobody writes meanwhile. */
  #capture(): { reader: DatabaseSync; facts: CopyFacts; base: CopiedUpto } {
    const reader = this.#connections.idleReader();
    try {
      this.#connections.lock();
      try {
        return { reader, ...this.#readFrom(reader) };
      } finally {
        this.#connections.unlock();
      }
    } catch (error) {
      this.#connections.release(reader);
      throw error;
    }
  }

  #readFrom(reader: DatabaseSync): { facts: CopyFacts; base: CopiedUpto } {
    this.#observe();
    beginReading(reader);
    const { log: frame } = this.#connections.progress();
    const header = frame > 0 ? this.#log.header() : undefined;
    const checksum = header && this.#log.checksumAt(header, frame);
    if (frame > 0 && !(header && checksum)) throw new Error("The write-ahead log cannot be read.");
    const position: LogPosition = { frame, checksum: checksum ?? [0, 0] };
    if (!this.#isFollowing) {
      this.#isFollowing = true;
      this.#run = header && { number: this.#nextRun++, header, seen: position, shipped: position, marks: [] };
    }
    const run = header && this.#run;
    const page_bytes = header?.pageBytes ?? this.#connections.pageBytes();
    const firstRun = run?.number ?? this.#nextRun;
    return { facts: { page_bytes, salts: header?.salts ?? null, position }, base: { run, position, firstRun } };
  }

  /** Ships what was noticed; for the end of a generation, only up to where the next one begins. */
  async #ship(end?: CopiedUpto): Promise<void> {
    const generation = this.#generation as Generation;
    for (let segment = this.#carried[0]; segment; segment = this.#carried[0]) {
      await this.#put(generation, segment);
      this.#carried.shift();
    }
    const run = end ? end.run : this.#run;
    // What is noticed meanwhile is shipped the next time.
    const last = end?.position.frame ?? run?.seen.frame ?? 0;
    while (run && run === this.#run && run.shipped.frame < last) {
      const segment = this.#segmentOf(run, last);
      await this.#put(generation, segment);
      run.shipped = segment.heading.to;
      run.marks = run.marks.filter(({ frame }) => frame > run.shipped.frame);
    }
  }

  async #put({ name, firstRun }: Generation, { heading, frames }: Segment): Promise<void> {
    const numbered = { ...heading, run: heading.run - firstRun };
    await this.#store.putBytes(segmentName(name, numbered), await packSegment({ heading: numbered, frames }));
  }

  #segmentOf({ number, header, shipped, marks }: LogRun, upto: number): Segment {
    const last = Math.min(upto, shipped.frame + SEGMENT_FRAMES);
    const frames = this.#log.frames(header, shipped.frame, last);
    const { position, isWhole } = followFrames(frames, header, shipped);
    if (!isWhole || position.frame !== last) throw new BrokenLog("A part of the log was overwritten.");
    const inside = marks.filter(({ frame }) => frame > shipped.frame && frame <= last);
    const next = marks.find(({ frame }) => frame > last);
    // Every frame has its times, also if what was noticed together is shipped in several segments.
    if (next && inside.at(-1)?.frame !== last) inside.push({ ...next, frame: last });
    const { pageBytes: page_bytes, salts } = header;
    return { heading: { run: number, page_bytes, salts, from: shipped, to: position, marks: inside }, frames };
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
      this.#observe();
      await this.#ship();
    } catch (error) {
      this.#connections.release(next);
      throw error;
    }
    if (this.#reader) this.#connections.release(this.#reader);
    this.#reader = next;
  }

  /** Under constant writing: writers wait while the last part is copied. It is shipped from memory afterwards. */
  async #endRun(): Promise<void> {
    try {
      this.#connections.lock();
    } catch {
      return;
    }
    try {
      this.#observe();
      const run = this.#run;
      if (!run || run.seen.frame - run.shipped.frame > MOST_FRAMES_CARRIED) return;
      const next = this.#connections.idleReader();
      beginReading(next);
      if (this.#reader) this.#connections.release(this.#reader);
      this.#reader = next;
      while (run.shipped.frame < run.seen.frame) {
        const segment = this.#segmentOf(run, run.seen.frame);
        this.#carried.push(segment);
        run.shipped = segment.heading.to;
      }
      const { log, checkpointed } = this.#connections.checkpoint();
      if (log !== checkpointed) return;
      const last = this.#connections.idleReader();
      beginReading(last);
      this.#connections.release(next);
      this.#reader = last;
    } finally {
      this.#connections.unlock();
    }
    await this.#ship();
  }

  #hold(): void {
    const reader = this.#connections.idleReader();
    beginReading(reader);
    this.#reader = reader;
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
