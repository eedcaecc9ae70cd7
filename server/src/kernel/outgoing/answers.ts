/**
 * What was asked of other sites: once, however many want to know it, and remembered for a while. That there is nothing is
 * an answer too.
 */
import type { Clock } from "../clock.ts";
import { Recent } from "./recent.ts";

const DAY_MS = 24 * 3600 * 1000;
/** Who has nothing to show, or does not answer, may have it later. */
const NOTHING_MS = 10 * 60 * 1000;

interface CachedAnswer<T> {
  readonly what: T | undefined;
}

interface AnswersOptions<T> {
  readonly clock: Clock;
  /** What all that is remembered may weigh together. */
  readonly limit: number;
  weigh?(what: T | undefined): number;
  ask(url: string): Promise<T | undefined>;
}

export class Answers<T> {
  readonly #options: AnswersOptions<T>;
  readonly #kept: Recent<CachedAnswer<T>>;
  readonly #underWay = new Map<string, Promise<T | undefined>>();

  constructor(options: AnswersOptions<T>) {
    this.#options = options;
    this.#kept = new Recent(options.clock, options.limit);
  }

  /** Undefined when nobody has asked lately. */
  known(url: string): CachedAnswer<T> | undefined {
    return this.#kept.get(url);
  }

  /** Whether it is known, or being asked for. */
  isAsked(url: string): boolean {
    return this.#underWay.has(url) || this.#kept.get(url) !== undefined;
  }

  /** Whoever wants it while it is being asked for waits for the same answer. */
  async of(url: string): Promise<T | undefined> {
    const known = this.#kept.get(url);
    if (known) return known.what;
    const asking = this.#underWay.get(url) ?? this.#ask(url).finally(() => this.#underWay.delete(url));
    this.#underWay.set(url, asking);
    return asking;
  }

  async #ask(url: string): Promise<T | undefined> {
    const what = await this.#options.ask(url);
    const weight = this.#options.weigh?.(what) ?? 1;
    this.#kept.set(url, { what }, { lastsMs: what === undefined ? NOTHING_MS : DAY_MS, weight });
    return what;
  }
}
