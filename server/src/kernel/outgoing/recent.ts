/** A memory of limited size: what was used longest ago is forgotten first, and everything after its time. */
import type { Clock } from "../clock.ts";

interface CacheEntry<V> {
  readonly value: V;
  readonly weight: number;
  readonly untilMs: number;
}

export class Recent<V> {
  readonly #clock: Clock;
  readonly #limit: number;
  /** What was used last is at the end. */
  readonly #kept = new Map<string, CacheEntry<V>>();
  #weight = 0;

  constructor(clock: Clock, limit: number) {
    this.#clock = clock;
    this.#limit = limit;
  }

  get(key: string): V | undefined {
    const kept = this.#kept.get(key);
    if (!kept) return undefined;
    this.#forget(key);
    if (kept.untilMs <= this.#clock.now()) return undefined;
    this.#keep(key, kept);
    return kept.value;
  }

  set(key: string, value: V, { lastsMs, weight = 1 }: { lastsMs: number; weight?: number }): void {
    this.#forget(key);
    this.#keep(key, { value, weight, untilMs: this.#clock.now() + lastsMs });
    for (const oldest of this.#kept.keys()) {
      if (this.#weight <= this.#limit) return;
      this.#forget(oldest);
    }
  }

  #keep(key: string, kept: CacheEntry<V>): void {
    this.#kept.set(key, kept);
    this.#weight += kept.weight;
  }

  #forget(key: string): void {
    this.#weight -= this.#kept.get(key)?.weight ?? 0;
    this.#kept.delete(key);
  }
}
