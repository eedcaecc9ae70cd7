/** Which columns stand beside the main one; kept in this browser. */

export interface Layout {
  readonly isPanelOpen: boolean;
  readonly isSidebarOpen: boolean;
}

const KEY = "parley.layout";
const DEFAULT: Layout = { isPanelOpen: false, isSidebarOpen: true };

class LayoutChoice {
  #layout: Layout = read();
  readonly #listeners = new Set<() => void>();

  get = (): Layout => this.#layout;

  change(part: Partial<Layout>): void {
    this.#layout = { ...this.#layout, ...part };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#layout));
    } catch {
      // A browser that keeps nothing shows the default next time.
    }
    for (const listener of this.#listeners) listener();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

function read(): Layout {
  try {
    return { ...DEFAULT, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Layout>) };
  } catch {
    return DEFAULT;
  }
}

export const layout = new LayoutChoice();
