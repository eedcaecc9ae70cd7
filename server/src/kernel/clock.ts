/** Time as the server sees it. Tests hold a clock that they advance, so nothing is ever waited for. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls once after that time; answers with a function that prevents it. */
  after(ms: number, call: () => void): () => void;
}

/** Longer waits would overflow the timer and fire at once. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: Date.now,
  after(ms, call) {
    const timer = setTimeout(call, Math.min(ms, LONGEST_TIMEOUT_MS));
    timer.unref();
    return () => clearTimeout(timer);
  },
};

export const seconds = (clock: Clock): number => Math.floor(clock.now() / 1000);
