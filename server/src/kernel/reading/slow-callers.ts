/**
 * Whose reads have taken long lately. Nobody else's reads wait behind theirs: a thread carries out one after the other, and
 * what a read will take is not known before.
 */

/** Most reads take a few milliseconds. */
const LONG_MS = 50;
const REMEMBERED_MS = 60_000;
const MOST = 1000;

/** An account, or the IP address of a visitor. */
export type CallerKey = number | string;

export class SlowCallers {
  /** Since when; the newest last. */
  readonly #since = new Map<CallerKey, number>();

  has(caller: CallerKey): boolean {
    const since = this.#since.get(caller);
    return since !== undefined && performance.now() - since < REMEMBERED_MS;
  }

  note(caller: CallerKey, tookMs: number): void {
    if (tookMs < LONG_MS) return;
    this.#since.delete(caller);
    this.#since.set(caller, performance.now());
    const [oldest] = this.#since.keys();
    if (oldest !== undefined && this.#since.size > MOST) this.#since.delete(oldest);
  }
}
