/** What only this browser keeps: how the reader has arranged the screen. A browser that keeps nothing begins anew each time. */
import { useSyncExternalStore } from "react";

export class Remembered<T> {
  readonly #key: string;
  readonly #listeners = new Set<() => void>();
  #value: T;

  constructor(key: string, initial: T) {
    this.#key = `parley.${key}`;
    this.#value = read(this.#key, initial);
  }

  get = (): T => this.#value;

  set(value: T): void {
    this.#value = value;
    try {
      localStorage.setItem(this.#key, JSON.stringify(value));
    } catch {
      // It holds until the page is left.
    }
    for (const listener of this.#listeners) listener();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

export const useRemembered = <T>(remembered: Remembered<T>): T =>
  useSyncExternalStore(remembered.subscribe, remembered.get);

function read<T>(key: string, initial: T): T {
  try {
    const kept = localStorage.getItem(key);
    return kept === null ? initial : (JSON.parse(kept) as T);
  } catch {
    return initial;
  }
}
