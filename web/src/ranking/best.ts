/** Keeps the best few of many without sorting them all. */
export class Best<T> {
  readonly #limit: number;
  readonly #precedes: (a: T, b: T) => boolean;
  readonly #items: T[] = [];

  constructor(limit: number, precedes: (a: T, b: T) => boolean) {
    this.#limit = limit;
    this.#precedes = precedes;
  }

  add(item: T): void {
    const items = this.#items;
    const last = items.at(-1);
    const isFull = items.length >= this.#limit;
    if (isFull && (last === undefined || !this.#precedes(item, last))) return;
    let at = items.length;
    while (at > 0 && this.#precedes(item, items[at - 1] as T)) at -= 1;
    items.splice(at, 0, item);
    if (isFull) items.pop();
  }

  /** The worst kept item if full: anything that does not beat it can be skipped. */
  get last(): T | undefined {
    return this.#items.length >= this.#limit ? this.#items.at(-1) : undefined;
  }

  /** Best first. */
  get items(): readonly T[] {
    return this.#items;
  }
}
