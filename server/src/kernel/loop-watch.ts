/**
 * The event loop watches itself. Everything shares it: while one operation computes, nobody else is answered. Operations and
 * jobs say when they begin to compute and when they are done, which costs a look at the clock each; a timer that comes too late
 * finds out which of them took the longest since it came last.
 */

/** A delay beyond this is reported. */
export const BLOCKED_MS = 200;
const TICK_MS = 50;

export interface Blockage {
  /** The path of an operation, or `job` and its kind. */
  readonly operation: string;
  readonly ms: number;
}

export interface Delay extends Blockage {
  /** How much of it was spent computing. The rest went to waiting for a disk, or for a processor that others use. */
  readonly cpuMs: number;
}

interface Budget {
  /** Of processor time of this thread, which other processes on the machine do not use up. */
  readonly cpuMs: number;
  exceeded(blockage: Blockage): void;
}

export class LoopWatch {
  readonly #report: (delay: Delay) => void;
  readonly #budget: Budget | undefined;
  #operation: string | undefined;
  /** The one that began last, which may be going on after it has waited for something. */
  #lastBegun = "none";
  #since = performance.now();
  #cpuSince = 0;
  #longest: Blockage = { operation: "none", ms: 0 };
  #tickDue = 0;
  #cpuAtTick = 0;
  #timer: NodeJS.Timeout | undefined;

  /** The budget is for tests: whoever exceeds it there is to be told, although nobody waited. */
  constructor(report: (delay: Delay) => void, budget?: Budget) {
    this.#report = report;
    this.#budget = budget;
  }

  start(): void {
    this.#restart();
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** From now on this one computes. */
  entered(operation: string): void {
    this.#measure();
    this.#operation = operation;
    this.#lastBegun = operation;
  }

  /** It is done, or waits for long. */
  left(): void {
    this.#measure();
    this.#operation = undefined;
  }

  #measure(): void {
    const now = performance.now();
    const ms = now - this.#since;
    this.#since = now;
    if (ms > this.#longest.ms) this.#longest = { operation: this.#operation ?? this.#lastBegun, ms };
    if (!this.#budget) return;
    const cpu = cpuMs();
    const used = cpu - this.#cpuSince;
    this.#cpuSince = cpu;
    if (this.#operation !== undefined && used > this.#budget.cpuMs)
      this.#budget.exceeded({ operation: this.#operation, ms: used });
  }

  #tick(): void {
    this.#measure();
    const late = performance.now() - this.#tickDue;
    const cpu = cpuMs() - this.#cpuAtTick;
    if (late > BLOCKED_MS)
      this.#report({ operation: this.#longest.operation, ms: Math.round(late), cpuMs: Math.round(cpu) });
    this.#restart();
  }

  #restart(): void {
    this.#since = performance.now();
    this.#tickDue = this.#since + TICK_MS;
    this.#longest = { operation: this.#operation ?? this.#lastBegun, ms: 0 };
    this.#cpuAtTick = cpuMs();
    this.#cpuSince = this.#cpuAtTick;
  }
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
