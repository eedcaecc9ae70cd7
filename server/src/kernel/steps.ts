/**
 * Long computations in short steps, between which the event loop serves other requests. However many there are, each
 * turn of the event loop runs one step of one of them.
 */
import { setTimeout as sleep } from "node:timers/promises";

/** The maximum duration of a step. */
const STEP_MS = 5;
/** For work that nobody waits for: after each step it rests three times as long as the step took. */
export const UNHURRIED = 3;

const waiting: (() => void)[] = [];

function takeStep(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(takeStep);
}

export class Steps {
  #since = performance.now();
  readonly #restFactor: number;

  constructor(restFactor = 0) {
    this.#restFactor = restFactor;
  }

  /** Whether to let others run. */
  get isOver(): boolean {
    return performance.now() - this.#since > STEP_MS;
  }

  async pause(): Promise<void> {
    if (this.#restFactor > 0) await sleep((performance.now() - this.#since) * this.#restFactor);
    await new Promise<void>((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(takeStep);
    });
    this.#since = performance.now();
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
