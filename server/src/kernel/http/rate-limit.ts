/** Rate limits: a sliding window over accepted requests, in memory. Refused requests do not count. */
import { RateLimitHit } from "../api/index.ts";
import type { Clock } from "../clock.ts";
import type { RateLimit, RateLimits } from "../config.ts";

/** Names the rule that refused a request. */
export const RULE_HEADER = "x-ratelimit-rule";

/** The window moves in slices: exact to a sixtieth, with a few numbers per caller instead of one per request. */
const SLICES = 60;

interface Window {
  counts: Uint32Array;
  slice: number;
  total: number;
}

export interface RateLimitState {
  limit: number;
  remaining: number;
  /** UNIX seconds when the window is empty. */
  reset: number;
}

export class RateLimiter {
  readonly #name: keyof RateLimits | undefined;
  readonly #rule: RateLimit;
  readonly #clock: Clock;
  readonly #windows = new Map<string | number, Window>();
  readonly #sliceMs: number;
  #sweepAtMs: number;

  constructor(rule: RateLimit, clock: Clock, name?: keyof RateLimits) {
    this.#name = name;
    this.#rule = rule;
    this.#clock = clock;
    this.#sliceMs = (rule.seconds * 1000) / SLICES;
    this.#sweepAtMs = clock.now() + rule.seconds * 1000;
  }

  /** Counts a request, or throws with the time until the next one is allowed. */
  admit(caller: string | number): RateLimitState {
    const now = this.#clock.now();
    if (now >= this.#sweepAtMs) this.#sweep(now);
    const window = this.#windowOf(caller, now);
    if (window.total >= this.#rule.requests) throw this.#refusal(window, now);
    window.total++;
    const index = window.slice % SLICES;
    window.counts[index] = (window.counts[index] ?? 0) + 1;
    return {
      limit: this.#rule.requests,
      remaining: this.#rule.requests - window.total,
      reset: Math.ceil((now + this.#rule.seconds * 1000) / 1000),
    };
  }

  /** Clears the count: a success resets earlier failures. */
  clear(caller: string | number): void {
    this.#windows.delete(caller);
  }

  /** Takes the last count back: the request turned out not to be limited. */
  forgive(caller: string | number): void {
    const window = this.#windows.get(caller);
    const index = (window?.slice ?? 0) % SLICES;
    if (!window?.counts[index]) return;
    window.counts[index]--;
    window.total--;
  }

  #refusal(window: Window, now: number): Error {
    const oldest = Array.from({ length: SLICES }, (_, age) => window.slice - (SLICES - 1 - age)).find(
      (slice) => slice >= 0 && (window.counts[slice % SLICES] ?? 0) > 0,
    );
    const freeAtMs = ((oldest ?? window.slice) + SLICES) * this.#sliceMs;
    const retryAfter = Math.max(freeAtMs - now, 1) / 1000;
    const error = new RateLimitHit({ "retry-after": retryAfter });
    return Object.assign(error, {
      headers: {
        "retry-after": String(retryAfter),
        "x-ratelimit-limit": String(this.#rule.requests),
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": String(Math.ceil(now / 1000 + this.#rule.seconds)),
        // The name in PARLEY_RATE_LIMITS, so that the operator knows what to change.
        ...(this.#name === undefined ? {} : { [RULE_HEADER]: this.#name }),
      },
    });
  }

  #windowOf(caller: string | number, now: number): Window {
    const slice = Math.floor(now / this.#sliceMs);
    let window = this.#windows.get(caller);
    if (!window) {
      window = { counts: new Uint32Array(SLICES), slice, total: 0 };
      this.#windows.set(caller, window);
    }
    const passed = Math.min(slice - window.slice, SLICES);
    for (let step = 1; step <= passed; step++) {
      const index = (window.slice + step) % SLICES;
      window.total -= window.counts[index] ?? 0;
      window.counts[index] = 0;
    }
    window.slice = Math.max(slice, window.slice);
    return window;
  }

  #sweep(now: number): void {
    this.#sweepAtMs = now + this.#rule.seconds * 1000;
    const oldestSlice = Math.floor(now / this.#sliceMs) - SLICES;
    for (const [caller, window] of this.#windows) if (window.slice < oldestSlice) this.#windows.delete(caller);
  }
}

/** A server's limits by rule name. Empty if limits are turned off. */
export class Limits {
  readonly #rules: RateLimits | undefined;
  readonly #clock: Clock;
  readonly #limiters = new Map<keyof RateLimits, RateLimiter>();

  constructor(rules: RateLimits | undefined, clock: Clock) {
    this.#rules = rules;
    this.#clock = clock;
  }

  of(name: keyof RateLimits): RateLimiter | undefined {
    if (!this.#rules) return undefined;
    const limiter = this.#limiters.get(name) ?? new RateLimiter(this.#rules[name], this.#clock, name);
    this.#limiters.set(name, limiter);
    return limiter;
  }

  /** Counts a request by each of these rules, or throws. */
  admit(caller: string | number, ...names: readonly (keyof RateLimits)[]): void {
    for (const name of names) this.of(name)?.admit(caller);
  }
}
