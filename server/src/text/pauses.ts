/**
 * Lets others go first after a text that took long to render on the event loop. Each takes a few milliseconds at most, but
 * requests that arrive together are handled one after the other: without a pause, everybody would wait for all of them.
 */
import { part } from "../kernel/part.ts";

/** About a millisecond and a half (`markdown/budget.ts`): ordinary messages take less. */
const LONG_STEPS = 20_000;

export const pauses = part<RenderingPauses>("pauses between texts");

export class RenderingPauses {
  /** The texts of an account that wait until the event loop has served others. */
  readonly #waiting = new Map<number | string, (() => void)[]>();

  /** Undefined if the account's next text can be rendered at once. */
  before(account: number | string): Promise<void> | undefined {
    const waiting = this.#waiting.get(account);
    return waiting && new Promise((resolve) => waiting.push(resolve));
  }

  after(account: number | string, steps: number): void {
    if (steps < LONG_STEPS || this.#waiting.has(account)) return;
    this.#waiting.set(account, []);
    setImmediate(() => this.#next(account));
  }

  /** One text in each turn of the event loop. */
  #next(account: number | string): void {
    const next = this.#waiting.get(account)?.shift();
    if (next === undefined) this.#waiting.delete(account);
    else {
      next();
      setImmediate(() => this.#next(account));
    }
  }
}
