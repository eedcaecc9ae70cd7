/** A set of callbacks. Adding or removing one during a notification takes effect from the next one on. */
export class Listeners<A extends unknown[]> {
  readonly #all = new Set<(...args: A) => void>();

  get size(): number {
    return this.#all.size;
  }

  /** Returns a function that removes it. */
  add(listener: (...args: A) => void): () => void {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  }

  notify(...args: A): void {
    for (const listener of [...this.#all]) listener(...args);
  }
}
