/** Aborts its signal when nothing has arrived for this long. */
export class SilenceTimeout {
  readonly #controller = new AbortController();
  readonly #longestMs: number;
  #timer: ReturnType<typeof setTimeout>;

  constructor(longestMs: number) {
    this.#longestMs = longestMs;
    this.#timer = this.#wait();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }
  reset(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#wait();
  }
  end(): void {
    clearTimeout(this.#timer);
  }
  #wait(): ReturnType<typeof setTimeout> {
    return setTimeout(() => this.#controller.abort(), this.#longestMs);
  }
}
