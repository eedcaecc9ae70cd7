/** The connection state: up, down since a time, or signed out because the server no longer knows this session. */

export type LinkState =
  | { readonly kind: "up" }
  | { readonly kind: "down"; readonly since: number }
  | { readonly kind: "signed-out" };

/** Shorter interruptions are not shown. */
export const NOTICED_AFTER_MS = 5000;
/** Messages that arrive this soon after reconnecting were missed while offline. */
const CATCHING_UP_MS = 5000;

export class Link {
  #state: LinkState = { kind: "up" };
  #backAt = Number.NEGATIVE_INFINITY;
  readonly #listeners = new Set<() => void>();

  get state(): LinkState {
    return this.#state;
  }

  /** When the connection came back after a noticeable interruption, while missed messages may still be arriving. */
  get backAt(): number | undefined {
    return Date.now() - this.#backAt < CATCHING_UP_MS ? this.#backAt : undefined;
  }

  isUp(): void {
    // The connection for events may outlive the session.
    if (this.#state.kind === "up" || this.#state.kind === "signed-out") return;
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
