/**
 * Whose responses have been large lately. Nobody else's reads wait behind theirs, even if their parameters do not say how
 * large the next response will be.
 */

/** Before compression, in characters: as many as a thousand short messages. Ordinary pages have a tenth. */
const LARGE_CHARACTERS = 500_000;
const REMEMBERED_MS = 60_000;
const MOST = 1000;

/** An account, or the IP address of a visitor. */
export type CallerKey = number | string;

export class LargeReaders {
  /** Since when; the newest last. */
  readonly #since = new Map<CallerKey, number>();

  has(caller: CallerKey): boolean {
    const since = this.#since.get(caller);
    return since !== undefined && performance.now() - since < REMEMBERED_MS;
  }

  note(caller: CallerKey, characters: number): void {
    if (characters < LARGE_CHARACTERS) return;
    this.#since.delete(caller);
    this.#since.set(caller, performance.now());
    const [oldest] = this.#since.keys();
    if (oldest !== undefined && this.#since.size > MOST) this.#since.delete(oldest);
  }
}
