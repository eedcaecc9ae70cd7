/** How long to wait before retrying. */
import { ConnectionError, RequestError } from "./connection.ts";
import { StreamEnded } from "./transports/ended.ts";

const FIRST_MS = 200;
const LONGEST_MS = 30_000;

/** Exponential backoff with jitter. */
export class Backoff {
  readonly #firstMs: number;
  #failures = 0;

  constructor({ firstMs = FIRST_MS } = {}) {
    this.#firstMs = firstMs;
  }

  /** Call after a success. */
  reset(): void {
    this.#failures = 0;
  }

  /** The delay after this failure, at least as long as the server asked for. */
  after(error: unknown): number {
    const longest = Math.min(this.#firstMs * 2 ** this.#failures++, LONGEST_MS);
    const own = longest / 2 + (Math.random() * longest) / 2;
    const asked = retryAfterIn(error);
    // Clients that were rejected together must not all come back at once.
    return asked === undefined ? own : asked + Math.random() * Math.max(FIRST_MS, asked / 4);
  }
}

function retryAfterIn(error: unknown): number | undefined {
  const hasRetryAfter =
    error instanceof RequestError || error instanceof ConnectionError || error instanceof StreamEnded;
  return hasRetryAfter ? error.retryAfterMs : undefined;
}

/** Resolves after the time, or as soon as the signal aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", finish);
      resolve();
    };
    // Browsers store the delay in 32 bits: a large negative one overflows and becomes a long wait.
    const timer = setTimeout(finish, Math.max(ms, 0));
    signal.addEventListener("abort", finish);
    if (signal.aborted) finish();
  });
}
