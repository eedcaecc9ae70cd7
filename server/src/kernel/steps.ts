/**
 * Long computations in short steps, between which the event loop serves other requests. However many there are, each
 * turn of the event loop runs one step of one of them.
 */

/** The maximum duration of a step. */
const STEP_MS = 5;

const waiting: (() => void)[] = [];

function takeStep(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(takeStep);
}

export class Steps {
  #since = performance.now();

  /** Whether to let others run. */
  get isOver(): boolean {
    return performance.now() - this.#since > STEP_MS;
  }

  async pause(): Promise<void> {
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
