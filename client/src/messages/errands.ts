/**
 * Small things that are asked of the server and can wait for it, such as reactions: one after the other, in the order in
 * which they were asked for, each until it is done or refused.
 */
import { Backoff, pause } from "../backoff.ts";
import { Listeners } from "./listeners.ts";
import { isPassing } from "./retry.ts";

export class Errands {
  readonly #stop = new AbortController();
  readonly #listeners = new Listeners<[]>();
  readonly #backoff = new Backoff();
  #wake = new AbortController();
  #last: Promise<unknown> = Promise.resolve();
  #isWaiting = false;

  /** Whether the server could not be reached, and something waits for it. */
  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Resolves when it is done; rejects when it is refused, or when nothing more is tried. */
  run<T>(errand: () => Promise<T>): Promise<T> {
    const done = this.#last.then(() => this.#untilDone(errand));
    // The next one does not mind how this one ends.
    this.#last = done.catch(() => {});
    return done;
  }

  /** The connection may be back: tries at once. */
  resume(): void {
    this.#backoff.reset();
    this.#wake.abort();
  }

  close(): void {
    this.#stop.abort();
  }

  async #untilDone<T>(errand: () => Promise<T>): Promise<T> {
    const { signal } = this.#stop;
    for (;;) {
      signal.throwIfAborted();
      try {
        const done = await errand();
        this.#reached();
        return done;
      } catch (error) {
        if (!isPassing(error)) {
          this.#reached();
          throw error;
        }
        this.#become(true);
        this.#wake = new AbortController();
        await pause(this.#backoff.after(error), AbortSignal.any([signal, this.#wake.signal]));
      }
    }
  }

  #reached(): void {
    this.#backoff.reset();
    this.#become(false);
  }

  #become(isWaiting: boolean): void {
    if (this.#isWaiting === isWaiting) return;
    this.#isWaiting = isWaiting;
    this.#listeners.tell();
  }
}
