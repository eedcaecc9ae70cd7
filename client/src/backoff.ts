/** How long to wait before something is tried again. */
import { ConnectionError, RequestError } from "./connection.ts";
import { StreamEnded } from "./transports/ended.ts";

const FIRST_MS = 200;
const LONGEST_MS = 30_000;

/** Waits longer after each failure, up to a limit, and never for the same time as everybody else. */
export class Backoff {
  readonly #firstMs: number;
  #failures = 0;

  constructor({ firstMs = FIRST_MS } = {}) {
    this.#firstMs = firstMs;
  }

  /** It has worked: the next failure is the first one again. */
  reset(): void {
    this.#failures = 0;
  }

  /** How long to wait after this failure: as long as the server has asked for, at least. */
  after(error: unknown): number {
    const longest = Math.min(this.#firstMs * 2 ** this.#failures++, LONGEST_MS);
    const own = longest / 2 + (Math.random() * longest) / 2;
    const asked = askedFor(error);
    // Whoever was sent away together must not come back together.
    return asked === undefined ? own : asked + Math.random() * Math.max(FIRST_MS, asked / 4);
  }
}

function askedFor(error: unknown): number | undefined {
  const says = error instanceof RequestError || error instanceof ConnectionError || error instanceof StreamEnded;
  return says ? error.retryAfterMs : undefined;
}

/** Resolves after the time, or at once when the signal is given. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", over);
      resolve();
    };
    // Browsers take a time far in the past for one far ahead: they count in 32 bits.
    const timer = setTimeout(over, Math.max(ms, 0));
    signal.addEventListener("abort", over);
    if (signal.aborted) over();
  });
}
