/**
 * The reader's position in the browser history. Each history entry has a memory of scroll position, cursor and open
 * panel, so that Back and Forward restore them exactly. Remembering adds no history.
 *
 * The memory is kept here, and shortly after also in `history.state`, where it survives a reload. It must be kept here
 * because Back makes another entry current before any event fires, and the entry that was left can no longer be
 * written.
 */

/** The parts of a browser window that the router needs. */
export interface RouterWindow {
  readonly location: { readonly hash: string };
  readonly history: {
    readonly state: unknown;
    scrollRestoration?: string;
    pushState(state: unknown, unused: string, url: string): void;
    replaceState(state: unknown, unused: string, url?: string): void;
    back(): void;
    forward(): void;
    go(by: number): void;
  };
  addEventListener(type: string, listener: () => void): void;
  removeEventListener(type: string, listener: () => void): void;
  setTimeout(callback: () => void, ms: number): number;
  clearTimeout(timer: number): void;
}

/** A history entry. The object stays the same until the reader navigates. */
export interface Entry {
  /** Without its #. */
  readonly fragment: string;
  /** Identifies the entry, even after a reload. */
  readonly id: string;
  /** Distance from the first entry of this visit; entries before 0 belong to other sites. */
  readonly position: number;
}

type Memory = Record<string, unknown>;

/** Asks whether the entry may be left; `leave` leaves it. */
export type Hold = (leave: () => void) => void;

interface StoredEntry {
  readonly id: string;
  readonly position: number;
  readonly memory: Memory;
}

/** Browsers limit how often the history may be written. */
const WRITE_AFTER_MS = 300;

/** Not `crypto.randomUUID`, which is unavailable in insecure contexts. */
const newEntryId = (): string => crypto.getRandomValues(new Uint32Array(3)).join("-");

export class Router {
  readonly #window: RouterWindow;
  readonly #newId: () => string;
  readonly #listeners = new Set<() => void>();
  readonly #leaving = new Set<() => void>();
  readonly #memories = new Map<string, Memory>();
  /** Fragments by position, since the page was loaded. */
  readonly #trail = new Map<number, string>();
  #entry: Entry;
  #timer: number | undefined;
  #hold: Hold | undefined;
  /** The entry that the browser is on its way back from. */
  #comingFrom: string | undefined;

  constructor(window: RouterWindow, newId: () => string = newEntryId) {
    this.#window = window;
    this.#newId = newId;
    // Views restore their own position: their content is not loaded yet when the browser would scroll.
    window.history.scrollRestoration = "manual";
    this.#entry = this.#current(0);
    this.#trail.set(this.#entry.position, this.#entry.fragment);
    // Following a link fires both events; a known entry is ignored.
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

  /** Called before another entry becomes current, in any way: the last chance to remember things that change often. */
  readonly onLeave = (listener: () => void): (() => void) => {
    this.#leaving.add(listener);
    return () => this.#leaving.delete(listener);
  };

  /**
   * Asks before the current entry is left, in any way within the application, until the returned function is called.
   * Where nothing is asked, as on leaving the site, `beforeunload` is.
   */
  hold(ask: Hold): () => void {
    this.#hold = ask;
    return () => {
      if (this.#hold === ask) this.#hold = undefined;
    };
  }

  /** Navigates; Back returns here. */
  navigate(fragment: string): void {
    if (fragment === this.#entry.fragment) return;
    if (this.#hold) {
      this.#hold(this.#released(() => this.navigate(fragment)));
      return;
    }
    this.#leave();
    const stored = { id: this.#newId(), position: this.#entry.position + 1, memory: {} };
    this.#window.history.pushState(stored, "", `#${fragment}`);
    this.#enter({ fragment, id: stored.id, position: stored.position });
  }

  /** Replaces the address of the current entry, without adding history. */
  replace(fragment: string): void {
    if (fragment === this.#entry.fragment) return;
    this.#cancelWrite();
    this.#window.history.replaceState(this.#stored(), "", `#${fragment}`);
    this.#enter({ ...this.#entry, fragment });
  }

  /** Remembers a value with the current entry; it must be structured-cloneable. */
  remember(key: string, value: unknown): void {
    const memory = this.#memory();
    if (Object.is(memory[key], value)) return;
    memory[key] = value;
    this.#timer ??= this.#window.setTimeout(this.#write, WRITE_AFTER_MS);
  }

  /** The value remembered under this key for the current entry. */
  recall(key: string): unknown {
    return this.#memory()[key];
  }

  back(): void {
    this.#window.history.back();
  }

  forward(): void {
    this.#window.history.forward();
  }

  /** Goes back to the latest earlier entry that matches; returns false if none is known. */
  backTo(matches: (fragment: string) => boolean): boolean {
    const { position: here } = this.#entry;
    for (let position = here - 1; this.#trail.has(position); position--) {
      if (!matches(this.#trail.get(position) ?? "")) continue;
      this.#window.history.go(position - here);
      return true;
    }
    return false;
  }

  /** Whether Back stays within the application. */
  canGoBack(): boolean {
    return this.#entry.position > 0;
  }

  readonly #onMove = (): void => {
    const fragment = fragmentIn(this.#window);
    const stored = storedIn(this.#window.history.state);
    if (stored?.id === this.#entry.id && fragment === this.#entry.fragment) {
      this.#comingFrom = undefined;
      return;
    }
    if (this.#isHeld(fragment, stored)) return;
    // Another entry is already current, so values remembered now belong to the entry that was left.
    this.#cancelWrite();
    for (const listener of this.#leaving) listener();
    this.#cancelWrite();
    this.#enter(this.#current(this.#entry.position + 1));
  };

  /** Returns to the entry that must not be left yet. The browser has already left it, and does not say why. */
  #isHeld(fragment: string, stored: StoredEntry | undefined): boolean {
    const there = `${stored?.id ?? ""} ${fragment}`;
    // Each move fires two events, and the way back takes a moment.
    if (this.#comingFrom === there) return true;
    const by = stored ? stored.position - this.#entry.position : 1;
    if (!this.#hold || by === 0) return false;
    this.#comingFrom = there;
    this.#window.history.go(-by);
    this.#hold(this.#released(() => (stored ? this.#window.history.go(by) : this.navigate(fragment))));
    return true;
  }

  #released(leave: () => void): () => void {
    return () => {
      this.#hold = undefined;
      leave();
    };
  }

  /** The browser's current entry; adopts a new one after a link was followed. */
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

  #stored(): StoredEntry {
    const { id, position } = this.#entry;
    return { id, position, memory: this.#memory() };
  }

  #leave(): void {
    for (const listener of this.#leaving) listener();
    this.#write();
  }

  #enter(entry: Entry): void {
    this.#entry = entry;
    this.#trail.set(entry.position, entry.fragment);
    for (const listener of this.#listeners) listener();
  }

  readonly #write = (): void => {
    this.#cancelWrite();
    // If a link was followed whose event is still pending, the browser is already at another entry.
    if (fragmentIn(this.#window) === this.#entry.fragment) this.#window.history.replaceState(this.#stored(), "");
  };

  #cancelWrite(): void {
    if (this.#timer !== undefined) this.#window.clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

const fragmentIn = ({ location }: RouterWindow): string => location.hash.replace(/^#/, "");

function storedIn(state: unknown): StoredEntry | undefined {
  const stored = state as Partial<StoredEntry> | null | undefined;
  const isOurs = typeof stored?.id === "string" && typeof stored.position === "number";
  return isOurs
    ? { id: stored.id as string, position: stored.position as number, memory: stored.memory ?? {} }
    : undefined;
}
