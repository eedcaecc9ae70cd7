/** How many texts only this browser has, for the sidebar, which is shown before the composer is loaded. */
class OnlyHereCount {
  #count = 0;
  readonly #listeners = new Set<() => void>();

  get = (): number => this.#count;

  set(count: number): void {
    this.#count = count;
    for (const listener of this.#listeners) listener();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

export const onlyHereCount = new OnlyHereCount();
