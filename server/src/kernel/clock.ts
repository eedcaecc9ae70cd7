/** The server's clock. Tests advance it themselves, so they never wait. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls once after that time; returns a function that cancels it. */
  after(ms: number, call: () => void): () => void;
}

/** Longer timeouts would overflow the timer and fire immediately. */
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
