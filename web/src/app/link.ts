/** How the connection is: up, down since when, or over because the server does not know this session any more. */

export type LinkState =
  | { readonly kind: "up" }
  | { readonly kind: "down"; readonly since: number }
  | { readonly kind: "signed-out" };

export class Link {
  #state: LinkState = { kind: "up" };
  readonly #listeners = new Set<() => void>();

  get state(): LinkState {
    return this.#state;
  }

  isUp(): void {
    if (this.#state.kind !== "up") this.#become({ kind: "up" });
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
