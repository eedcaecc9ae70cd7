/** Preferences stored only in this browser: how the screen is arranged. Without storage they start over each time. */
import { useSyncExternalStore } from "react";
import { keep, recall } from "./keeping.ts";

export class Remembered<T> {
  readonly #key: string;
  readonly #listeners = new Set<() => void>();
  #value: T;

  constructor(key: string, initial: T) {
    this.#key = key;
    this.#value = recall<T>(key) ?? initial;
  }

  get = (): T => this.#value;

  /** As another window may have stored it since. */
  latest = (): T => recall<T>(this.#key) ?? this.#value;

  set(value: T): void {
    this.#value = value;
    keep(this.#key, value);
    for (const listener of this.#listeners) listener();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

export const useRemembered = <T>(remembered: Remembered<T>): T =>
  useSyncExternalStore(remembered.subscribe, remembered.get);
