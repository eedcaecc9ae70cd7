/** How the connection is: up, down since when, or over because the server does not know this session any more. */

export type LinkState =
  | { readonly kind: "up" }
  | { readonly kind: "down"; readonly since: number }
  | { readonly kind: "signed-out" };

/** A connection that breaks off for a moment is nobody's business. */
export const NOTICED_AFTER_MS = 5000;
/** What comes so soon after the connection is what was missed without it. */
const CATCHING_UP_MS = 5000;

export class Link {
  #state: LinkState = { kind: "up" };
  #backAt = Number.NEGATIVE_INFINITY;
  readonly #listeners = new Set<() => void>();

  get state(): LinkState {
    return this.#state;
  }

  /** When it came back after a time that was noticed, as long as what was missed may still be coming. */
  get backAt(): number | undefined {
    return Date.now() - this.#backAt < CATCHING_UP_MS ? this.#backAt : undefined;
  }

  isUp(): void {
    if (this.#state.kind === "up") return;
    const now = Date.now();
    if (this.#state.kind === "down" && now - this.#state.since >= NOTICED_AFTER_MS) this.#backAt = now;
    this.#become({ kind: "up" });
  }
  isDown(): void {
    if (this.#state.kind === "up") this.#become({ kind: "down", since: Date.now() });
  }
  isOver(): void {
    this.#become({ kind: "signed-out" });
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #become(state: LinkState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

export const linkState = new Link();
