/**
 * Where the reader is, as the browser's history knows it. Each entry of the history has a memory: scroll, cursor and
 * open panel as they were, so that Back and Forward restore them exactly. Remembering adds no history.
 *
 * A memory lives here, and after a moment in `history.state` as well, where it outlasts a reload. It must live here
 * because going Back makes another entry current before anybody is told, and the one left can be written no more.
 */

/** What of a browser's window is needed. */
export interface RouterWindow {
  readonly location: { readonly hash: string };
  readonly history: {
    readonly state: unknown;
    scrollRestoration?: string;
    pushState(state: unknown, unused: string, url: string): void;
    replaceState(state: unknown, unused: string, url?: string): void;
    back(): void;
    forward(): void;
  };
  addEventListener(type: string, listener: () => void): void;
  removeEventListener(type: string, listener: () => void): void;
  setTimeout(callback: () => void, ms: number): number;
  clearTimeout(timer: number): void;
}

/** An entry of the history. The object stays the same until the reader goes elsewhere. */
export interface Entry {
  /** Without its #. */
  readonly fragment: string;
  /** Identifies the entry, also after a reload. */
  readonly id: string;
  /** How far from where the reader came in; entries before 0 are not ours. */
  readonly position: number;
}

type Memory = Record<string, unknown>;

interface Stored {
  readonly id: string;
  readonly position: number;
  readonly memory: Memory;
}

/** Browsers refuse to have their history written more than a few times a second. */
const WRITE_AFTER_MS = 300;

/** Not `crypto.randomUUID`, which browsers keep from pages that came without encryption. */
const newEntryId = (): string => crypto.getRandomValues(new Uint32Array(3)).join("-");

export class Router {
  readonly #window: RouterWindow;
  readonly #newId: () => string;
  readonly #listeners = new Set<() => void>();
  readonly #leaving = new Set<() => void>();
  readonly #memories = new Map<string, Memory>();
  #entry: Entry;
  #timer: number | undefined;

  constructor(window: RouterWindow, newId: () => string = newEntryId) {
    this.#window = window;
    this.#newId = newId;
    // The views know better than the browser where they were: what they show is not there yet when it would scroll.
    window.history.scrollRestoration = "manual";
    this.#entry = this.#current(0);
    // A link that was followed gives both events; what is not new is not told.
    window.addEventListener("popstate", this.#onMove);
    window.addEventListener("hashchange", this.#onMove);
    window.addEventListener("pagehide", this.#write);
  }

  stop(): void {
    this.#write();
    this.#window.removeEventListener("popstate", this.#onMove);
    this.#window.removeEventListener("hashchange", this.#onMove);
    this.#window.removeEventListener("pagehide", this.#write);
  }

  /** For `useSyncExternalStore`, like `getSnapshot`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): Entry => this.#entry;

  /** Called before another entry becomes current, whoever made it: the moment to remember what changes all the time. */
  readonly onLeave = (listener: () => void): (() => void) => {
    this.#leaving.add(listener);
    return () => this.#leaving.delete(listener);
  };

  /** Goes elsewhere; Back leads here again. */
  navigate(fragment: string): void {
    if (fragment === this.#entry.fragment) return;
    this.#leave();
    const stored = { id: this.#newId(), position: this.#entry.position + 1, memory: {} };
    this.#window.history.pushState(stored, "", `#${fragment}`);
    this.#enter({ fragment, id: stored.id, position: stored.position });
  }

  /** The same place under a better address: no history, nothing forgotten. */
  replace(fragment: string): void {
    if (fragment === this.#entry.fragment) return;
    this.#cancelWrite();
    this.#window.history.replaceState(this.#stored(), "", `#${fragment}`);
    this.#enter({ ...this.#entry, fragment });
  }

  /** Keeps a value with the current entry; it must be something that `structuredClone` takes. */
  remember(key: string, value: unknown): void {
    const memory = this.#memory();
    if (Object.is(memory[key], value)) return;
    memory[key] = value;
    this.#timer ??= this.#window.setTimeout(this.#write, WRITE_AFTER_MS);
  }

  /** What was remembered under this key when the reader was here. */
  recall(key: string): unknown {
    return this.#memory()[key];
  }

  back(): void {
    this.#window.history.back();
  }

  forward(): void {
    this.#window.history.forward();
  }

  /** Whether Back stays within the application. */
  canGoBack(): boolean {
    return this.#entry.position > 0;
  }

  readonly #onMove = (): void => {
    const fragment = fragmentIn(this.#window);
    const stored = storedIn(this.#window.history.state);
    if (stored?.id === this.#entry.id && fragment === this.#entry.fragment) return;
    // Another entry is current already, so what is remembered now goes to the memory of the one that was left.
    this.#cancelWrite();
    for (const listener of this.#leaving) listener();
    this.#cancelWrite();
    this.#enter(this.#current(this.#entry.position + 1));
  };

  /** The entry that the browser shows; one that is not ours yet, because a link was followed, becomes ours. */
  #current(position: number): Entry {
    const fragment = fragmentIn(this.#window);
    const known = storedIn(this.#window.history.state);
    if (known) {
      if (!this.#memories.has(known.id)) this.#memories.set(known.id, { ...known.memory });
      return { fragment, id: known.id, position: known.position };
    }
    const stored = { id: this.#newId(), position, memory: {} };
    this.#window.history.replaceState(stored, "");
    return { fragment, id: stored.id, position };
  }

  #memory(): Memory {
    const memory = this.#memories.get(this.#entry.id) ?? {};
    this.#memories.set(this.#entry.id, memory);
    return memory;
  }

  #stored(): Stored {
    const { id, position } = this.#entry;
    return { id, position, memory: this.#memory() };
  }

  #leave(): void {
    for (const listener of this.#leaving) listener();
    this.#write();
  }

  #enter(entry: Entry): void {
    this.#entry = entry;
    for (const listener of this.#listeners) listener();
  }

  readonly #write = (): void => {
    this.#cancelWrite();
    // A link may have been followed of which we are still to hear: then the browser is at another entry already.
    if (fragmentIn(this.#window) === this.#entry.fragment) this.#window.history.replaceState(this.#stored(), "");
  };

  #cancelWrite(): void {
    if (this.#timer !== undefined) this.#window.clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

const fragmentIn = ({ location }: RouterWindow): string => location.hash.replace(/^#/, "");

function storedIn(state: unknown): Stored | undefined {
  const stored = state as Partial<Stored> | null | undefined;
  const isOurs = typeof stored?.id === "string" && typeof stored.position === "number";
  return isOurs
    ? { id: stored.id as string, position: stored.position as number, memory: stored.memory ?? {} }
    : undefined;
}
