/**
 * Long computations in short steps, between which the event loop serves other requests. However many there are, each
 * turn of the event loop runs one step of one of them.
 */
import { setTimeout as sleep } from "node:timers/promises";

/** The maximum duration of a step. */
const STEP_MS = 5;
/** For work that nobody waits for: after each step it rests three times as long as the step took. */
export const UNHURRIED = 3;
/** A step may take long because it has waited for others, and not because it was much work. */
const LONGEST_REST_MS = 2000;

/** How long to rest after a step. */
export const restAfter = (stepMs: number, factor: number): number => Math.min(stepMs * factor, LONGEST_REST_MS);

const waiting: (() => void)[] = [];

function takeStep(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(takeStep);
}

export class Steps {
  #since = performance.now();
  readonly #restFactor: number;
  readonly #signal: AbortSignal | undefined;

  /** The signal ends a rest: whoever works notices it by themselves. */
  constructor(restFactor = 0, signal?: AbortSignal) {
    this.#restFactor = restFactor;
    this.#signal = signal;
  }

  /** Whether to let others run. */
  get isOver(): boolean {
    return performance.now() - this.#since > STEP_MS;
  }

  /** For work that cannot notice it by itself. */
  throwIfEnded(): void {
    this.#signal?.throwIfAborted();
  }

  async pause(): Promise<void> {
    if (this.#restFactor > 0) await this.#rest();
    await new Promise<void>((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(takeStep);
    });
    this.#since = performance.now();
  }

  async #rest(): Promise<void> {
    const ms = restAfter(performance.now() - this.#since, this.#restFactor);
    const signal = this.#signal;
    await sleep(ms, undefined, signal ? { signal } : {}).catch((error: unknown) => {
      if (!signal?.aborted) throw error;
    });
  }
}

export async function mapInSteps<T, R>(items: readonly T[], map: (item: T) => R): Promise<R[]> {
  const steps = new Steps();
  const results: R[] = [];
  for (const item of items) {
    results.push(map(item));
    if (steps.isOver) await steps.pause();
  }
  return results;
}
