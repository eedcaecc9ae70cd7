/** A clock that stands still until a test advances it. */
import type { Clock } from "../src/kernel/clock.ts";

interface Timer {
  at: number;
  call(): void;
}

interface Time {
  seconds?: number;
  minutes?: number;
  hours?: number;
  days?: number;
}

export class TestClock implements Clock {
  #now: number;
  readonly #timers = new Set<Timer>();

  constructor(now = Date.UTC(2026, 0, 5, 9, 0, 0)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  /** One that shows the same time, for another server. */
  another(): TestClock {
    return new TestClock(this.#now);
  }

  after(ms: number, call: () => void): () => void {
    const timer = { at: this.#now + ms, call };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Lets time pass: what is due on the way is called, in order, and what it started is waited for. */
  async advance(time: Time): Promise<void> {
    const end = this.#now + inMs(time);
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.#timers.delete(next);
      this.#now = next.at;
      next.call();
      await settle();
    }
    this.#now = end;
    await settle();
  }

  /** Time passes while the machine sleeps: what became due is called once, late. */
  async leap(time: Time): Promise<void> {
    this.#now += inMs(time);
    for (const timer of [...this.#timers].filter((each) => each.at <= this.#now).sort((a, b) => a.at - b.at)) {
      // One that was called before may have prevented it.
      if (this.#timers.delete(timer)) timer.call();
      await settle();
    }
  }

  #next(upto: number): Timer | undefined {
    const due = [...this.#timers].filter((timer) => timer.at <= upto);
    return due.sort((a, b) => a.at - b.at)[0];
  }
}

function inMs({ seconds = 0, minutes = 0, hours = 0, days = 0 }: Time): number {
  return (seconds + 60 * (minutes + 60 * (hours + 24 * days))) * 1000;
}

/** Long enough for what a timer has started to reach the database and come back. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}
