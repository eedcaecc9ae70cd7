/**
 * Watches the event loop, which everything shares: while one operation computes, nobody else is served. Operations and
 * jobs report when they start and stop computing, which costs reading the clock; a timer that fires late finds out
 * which of them took longest.
 */

/** Longer delays are reported. */
export const BLOCKED_MS = 200;
const TICK_MS = 50;

export interface Blockage {
  /** The path of an operation, or `job` and its kind. */
  readonly operation: string;
  readonly ms: number;
}

export interface Delay extends Blockage {
  /** The processor time. The rest was waiting for a disk or for a busy processor. */
  readonly cpuMs: number;
}

interface Budget {
  /** Processor time of this thread, which other processes do not affect. */
  readonly cpuMs: number;
  exceeded(blockage: Blockage): void;
}

export class LoopWatch {
  readonly #report: (delay: Delay) => void;
  readonly #budget: Budget | undefined;
  #operation: string | undefined;
  /** The one that started last, which may have continued after waiting. */
  #lastBegun = "none";
  #since = performance.now();
  #cpuSince = 0;
  #longest: Blockage = { operation: "none", ms: 0 };
  #tickDue = 0;
  #cpuAtTick = 0;
  #timer: NodeJS.Timeout | undefined;

  /** The budget is for tests: exceeding it is reported even if nobody waited. */
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

  /** This operation computes from now on. */
  entered(operation: string): void {
    this.#measure();
    this.#operation = operation;
    this.#lastBegun = operation;
  }

  /** It has finished, or waits. */
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
