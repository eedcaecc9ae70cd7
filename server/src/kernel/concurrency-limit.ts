/** Limits how many tasks run at once per key; further ones wait without affecting other keys. */
export class ConcurrencyLimit<Key> {
  readonly #limit: number;
  readonly #running = new Map<Key, { count: number; readonly waiting: (() => void)[] }>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  async run<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const own = this.#running.get(key) ?? { count: 0, waiting: [] };
    this.#running.set(key, own);
    if (own.count < this.#limit) own.count++;
    // A task that ends passes its slot on.
    else await new Promise<void>((resolve) => own.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = own.waiting.shift();
      if (next) next();
      else if (--own.count === 0) this.#running.delete(key);
    }
  }
}
