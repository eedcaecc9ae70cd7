/** A clock that stands still until a test advances it. */
import type { Clock } from "../src/clock.ts";

interface Timer {
  at: number;
  call(): void;
}

export class TestClock implements Clock {
  #now = Date.UTC(2026, 0, 5, 9, 0, 0);
  readonly #timers = new Set<Timer>();

  now(): number {
    return this.#now;
  }

  after(ms: number, call: () => void): () => void {
    const timer = { at: this.#now + ms, call };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Lets time pass: what is due on the way is called, in order, and what it started is waited for. */
  async advance(time: { seconds?: number; minutes?: number; hours?: number; days?: number }): Promise<void> {
    const { seconds = 0, minutes = 0, hours = 0, days = 0 } = time;
    const end = this.#now + (seconds + 60 * (minutes + 60 * (hours + 24 * days))) * 1000;
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.#timers.delete(next);
      this.#now = next.at;
      next.call();
      await settle();
    }
    this.#now = end;
    await settle();
  }

  #next(upto: number): Timer | undefined {
    const due = [...this.#timers].filter((timer) => timer.at <= upto);
    return due.sort((a, b) => a.at - b.at)[0];
  }
}

/** Long enough for what a timer has started to reach the database and come back. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}
