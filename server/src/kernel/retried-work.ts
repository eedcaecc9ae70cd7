/**
 * Work that comes up again and again: one run at a time, and a while after a failure before it is tried again. Its owner calls
 * `look` from a timer, so that nothing has to be cancelled when the owner stops.
 */
interface RetriedWorkOptions {
  /** How long after a failure it is tried again. */
  readonly retryMs: number;
  /** How long after the beginning of a run it is due again; without it, only when `due` is called. */
  readonly everyMs?: number;
}

export class RetriedWork {
  readonly #work: () => Promise<void>;
  readonly #retryMs: number;
  readonly #everyMs: number;
  #dueAtMs = Number.POSITIVE_INFINITY;
  #running: Promise<void> | undefined;
  #failure: string | undefined;

  constructor(work: () => Promise<void>, { retryMs, everyMs = Number.POSITIVE_INFINITY }: RetriedWorkOptions) {
    this.#work = work;
    this.#retryMs = retryMs;
    this.#everyMs = everyMs;
  }

  /** Why the last run failed; undefined if it did not. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Due from now on, also if a run is under way: that run may have begun too early to see why. */
  due(): void {
    this.#dueAtMs = 0;
  }

  /** Begins a run if one is due and none is under way. */
  look(): void {
    if (this.#running || Date.now() < this.#dueAtMs) return;
    this.#running = this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  /** Resolves when the run that is under way has ended, whatever became of it. */
  async settled(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    // What is always due does not wait for a clock that was set back.
    this.#dueAtMs = this.#everyMs === 0 ? 0 : Date.now() + this.#everyMs;
    try {
      await this.#work();
      this.#failure = undefined;
    } catch (error) {
      this.#failure = messageOf(error);
      this.#dueAtMs = Date.now() + this.#retryMs;
    }
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
