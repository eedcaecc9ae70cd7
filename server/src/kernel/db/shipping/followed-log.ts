/** Follows the write-ahead log: what is committed in it, between which times, and what of it is shipped. */
import { MarksOnDisk } from "./marks.ts";
import { type CommitMark, followsSalts, type GenerationStart, type Segment, sameSalts } from "./segment.ts";
import { followFrames, type LogHeader, type LogPosition, WriteAheadLog } from "./wal.ts";

/** 8 MB. */
const SEGMENT_FRAMES = 2048;
/** 32 MB. */
const MOST_FRAMES_CARRIED = 8192;
export const TOO_LONG = "The log has become too long, because it could not be shipped.";

/** What the log contains between two beginnings. */
interface LogRun {
  readonly number: number;
  readonly header: LogHeader;
  /** The last commit that was noticed, and what of it is shipped. */
  seen: LogPosition;
  shipped: LogPosition;
  marks: CommitMark[];
}

/** A place in the log: all that a copy of the database contains; without a run if the log was empty. */
export interface LogPlace {
  readonly run: LogRun | undefined;
  readonly position: LogPosition;
  /** The number of the first run after it. */
  readonly firstRun: number;
  readonly facts: Pick<GenerationStart, "page_bytes" | "salts" | "position">;
}

/** What was shipped of this run by a process that has ended. */
export interface ShippedBefore {
  readonly position: LogPosition;
  /** Everything that was committed before this time is shipped. */
  readonly knownUntilMs: number;
}

/** What is followed is no longer, or never was, in one piece. */
export class BrokenLog extends Error {}

export class FollowedLog {
  readonly #log: WriteAheadLog;
  readonly #marks: MarksOnDisk;
  readonly #mostPages: number;
  readonly #startedAtMs = Date.now();
  /** Undefined while the log is empty. */
  #run: LogRun | undefined;
  #nextRun = 0;
  #isFollowing = false;
  #lookedAtMs = Date.now();
  /** The end of a run that was overwritten before it was shipped. */
  #carried: Segment[] = [];

  constructor(databaseFile: string, dataDirectory: string, mostPages: number) {
    this.#mostPages = mostPages;
    this.#log = new WriteAheadLog(`${databaseFile}-wal`);
    this.#marks = new MarksOnDisk(dataDirectory);
  }

  /** Whether every commit is noticed, with its time. */
  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  /** Everything that was committed before this time is shipped, if the log is followed. */
  get shippedUntilMs(): number {
    const [carried] = this.#carried;
    const run = this.#run;
    const waiting = carried ? carried.heading.marks[0] : run?.marks.find(({ frame }) => frame > run.shipped.frame);
    return waiting?.fromMs ?? this.#lookedAtMs;
  }

  /** The header of the current run, for which a generation may be continued. */
  get header(): LogHeader | undefined {
    return this.#run?.header;
  }

  get file(): WriteAheadLog {
    return this.#log;
  }

  /** Notes what was committed since the last time, and between which times. */
  observe(): void {
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
    if (seen.frame - current.shipped.frame > this.#mostPages) throw new BrokenLog(TOO_LONG);
  }

  /** The place after this frame, which is the end of the log: nobody writes meanwhile. It is followed from there on. */
  placeAt(frame: number, pageBytes: number): LogPlace {
    const header = frame > 0 ? this.#log.header() : undefined;
    const checksum = header && this.#log.checksumAt(header, frame);
    if (frame > 0 && !(header && checksum)) throw new Error("The write-ahead log cannot be read.");
    const position: LogPosition = { frame, checksum: checksum ?? [0, 0] };
    if (!this.#isFollowing) {
      this.#isFollowing = true;
      this.#run = header && { number: this.#nextRun++, header, seen: position, shipped: position, marks: [] };
    }
    const run = header && this.#run;
    const facts = { page_bytes: header?.pageBytes ?? pageBytes, salts: header?.salts ?? null, position };
    return { run, position, firstRun: run?.number ?? this.#nextRun, facts };
  }

  /** Continues after what another process has shipped of the run. Returns the run's number; undefined if it is too late. */
  continueAfter(header: LogHeader, { position, knownUntilMs }: ShippedBefore): number | undefined {
    const run = this.#run;
    if (!run || run.header !== header || position.frame > run.shipped.frame) return undefined;
    const before = this.#marks.of(header.salts).filter(({ frame }) => frame <= run.shipped.frame);
    const last = before.at(-1);
    // Without their times: between the last that was shipped and the start.
    if (run.shipped.frame > (last?.frame ?? position.frame))
      before.push({ frame: run.shipped.frame, fromMs: last?.toMs ?? knownUntilMs, toMs: this.#startedAtMs });
    run.marks = [...before.filter(({ frame }) => frame > position.frame), ...run.marks];
    run.shipped = position;
    return run.number;
  }

  /** From here on only what comes after the place is shipped: a copy of the database contains the rest. */
  shipAfter({ run, position }: LogPlace): void {
    if (run && run === this.#run) run.shipped = position;
    this.#carried = [];
  }

  /**
   * What is to be shipped next, of what was noticed before the first call; for the end of a generation, only up to where the next
   * one begins. Each is shipped when the next one is asked for.
   */
  *segments(end?: LogPlace): Generator<Segment> {
    for (let segment = this.#carried[0]; segment; segment = this.#carried[0]) {
      yield segment;
      if (this.#carried[0] === segment) this.#carried.shift();
    }
    const run = end ? end.run : this.#run;
    const last = end?.position.frame ?? run?.seen.frame ?? 0;
    while (run && run === this.#run && run.shipped.frame < last) {
      const segment = this.#segmentOf(run, last);
      yield segment;
      run.shipped = segment.heading.to;
      run.marks = run.marks.filter(({ frame }) => frame > run.shipped.frame);
    }
  }

  /** Keeps what is not shipped in memory, so that the log can begin anew. Returns false if that is too much. */
  carry(): boolean {
    const run = this.#run;
    if (!run || run.seen.frame - run.shipped.frame > MOST_FRAMES_CARRIED) return false;
    while (run.shipped.frame < run.seen.frame) {
      const segment = this.#segmentOf(run, run.seen.frame);
      this.#carried.push(segment);
      run.shipped = segment.heading.to;
    }
    return true;
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

  /** The log is no longer followed, until a new place is taken. */
  forget(): void {
    this.#isFollowing = false;
    this.#run = undefined;
    this.#carried = [];
  }

  close(): void {
    this.#log.close();
  }
}
