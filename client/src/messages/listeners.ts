/** Those who want to be told. Whoever comes or goes while they are told is told, or not told, from the next time on. */
export class Listeners<A extends unknown[]> {
  readonly #all = new Set<(...told: A) => void>();

  get size(): number {
    return this.#all.size;
  }

  /** Answers with a function that ends it. */
  add(listener: (...told: A) => void): () => void {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  }

  tell(...told: A): void {
    for (const listener of [...this.#all]) listener(...told);
  }
}
