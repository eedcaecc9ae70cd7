/**
 * How far long work is. The work says what it does and how much of it is done; where that is shown, and how often, is
 * decided elsewhere: one line on a terminal, or lines in a log. The same calls are where the work can be interrupted.
 */
import type { Logger } from "pino";

export interface StageOptions {
  readonly unit?: "bytes";
  /** Something is already committed: the stage is not interrupted. */
  readonly mustFinish?: boolean;
  /** Worth a line in the log before anything of it is done, because a part of it may take long. */
  readonly isAnnounced?: boolean;
}

export interface Progress {
  /**
   * The next stage begins, from zero: what is done, as in "Writing rows", and how much of it there is, if that is known.
   * Throws if the work should stop, and so does `add`: both are called only where the work can fail without harm.
   */
  begin(stage: string, total?: number, options?: StageOptions): void;
  /** More is done. Cheap enough for every row; 0 only asks whether to stop. */
  add(count: number): void;
}

/** For work that nobody watches. */
export const unobserved: Progress = { begin() {}, add() {} };

export interface ProgressReport {
  readonly stage: string;
  readonly done: number;
  readonly total: number | undefined;
  readonly unit: StageOptions["unit"];
  /** Undefined while too little is done to tell. */
  readonly secondsLeft: number | undefined;
}

/** Where progress is shown. */
export interface ProgressOutput {
  /** The time between two reports. */
  readonly everyMs: number;
  /** Whether a stage is shown as soon as it begins, announced or not. */
  readonly showsBeginnings: boolean;
  show(report: ProgressReport): void;
  /** There is nothing more to show. */
  end(): void;
}

/** Before that, the estimate would only jump. */
const ESTIMATED_AFTER_MS = 2000;

export interface MeterOptions {
  readonly now?: () => number;
  /** Aborted with the error to throw when the work should stop. */
  readonly signal?: AbortSignal;
}

export class ProgressMeter implements Progress {
  readonly #output: ProgressOutput;
  readonly #now: () => number;
  readonly #signal: AbortSignal | undefined;
  #stage = "";
  #total: number | undefined;
  #options: StageOptions = {};
  #done = 0;
  #begunAt = 0;
  #nextAt = 0;

  constructor(output: ProgressOutput, { now = () => performance.now(), signal }: MeterOptions = {}) {
    this.#output = output;
    this.#now = now;
    this.#signal = signal;
    this.#nextAt = now() + output.everyMs;
  }

  begin(stage: string, total?: number, options: StageOptions = {}): void {
    this.#stage = stage;
    this.#total = total;
    this.#options = options;
    this.#done = 0;
    this.#begunAt = this.#now();
    this.#stopIfAsked();
    if (this.#output.showsBeginnings || options.isAnnounced) this.#show(this.#begunAt);
  }

  add(count: number): void {
    this.#done += count;
    this.#stopIfAsked();
    const now = this.#now();
    if (now >= this.#nextAt) this.#show(now);
  }

  end(): void {
    this.#output.end();
  }

  #stopIfAsked(): void {
    if (!this.#options.mustFinish) this.#signal?.throwIfAborted();
  }

  #show(now: number): void {
    this.#nextAt = now + this.#output.everyMs;
    const [total, passedMs] = [this.#total, now - this.#begunAt];
    // An estimated total may turn out too small.
    const done = total === undefined ? this.#done : Math.min(this.#done, total);
    const isKnown = total !== undefined && done > 0 && passedMs >= ESTIMATED_AFTER_MS;
    const secondsLeft = isKnown ? Math.ceil((passedMs / done) * ((total - done) / 1000)) : undefined;
    this.#output.show({ stage: this.#stage, done, total, unit: this.#options.unit, secondsLeft });
  }
}

/** `Writing rows: 42 % (1,234 of 2,900), 12 s left` */
export function progressInWords({ stage, done, total, unit, secondsLeft }: ProgressReport): string {
  const amount = (count: number) => (unit === "bytes" ? (count / 1024 / 1024).toFixed(1) : count.toLocaleString("en"));
  const suffix = unit === "bytes" ? " MiB" : "";
  if (total === undefined) return done === 0 ? stage : `${stage}: ${amount(done)}${suffix}`;
  const percent = total === 0 ? 100 : Math.floor((done / total) * 100);
  const left = secondsLeft === undefined ? "" : `, ${durationInWords(secondsLeft)} left`;
  return `${stage}: ${percent} % (${amount(done)} of ${amount(total)}${suffix})${left}`;
}

function durationInWords(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Quick work leaves no line. */
const LOGGED_EVERY_MS = 10_000;

/** Lines in the server's log. */
export function progressInLog(log: Logger): ProgressMeter {
  return new ProgressMeter({
    everyMs: LOGGED_EVERY_MS,
    showsBeginnings: false,
    show(report) {
      const { stage, done, total, secondsLeft } = report;
      log.info({ stage, done, total, seconds_left: secondsLeft }, progressInWords(report));
    },
    end() {},
  });
}
