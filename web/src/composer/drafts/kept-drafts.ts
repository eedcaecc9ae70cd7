/**
 * The drafts that only this browser has. All windows of an account share one list in its storage: each replaces its own
 * drafts there, and takes over those of a window that was closed.
 */
import { keep, keepsNothing, recall } from "../../state/keeping.ts";
import type { KeptDraft } from "./keeper.ts";

interface StoredDraft extends KeptDraft {
  /** Undefined if an older version stored it. */
  readonly window?: string;
}

/** In the tab's own storage: the page that was in it before. */
const FORMER = "parley.former-window";
/** A page that is being reloaded finds its own drafts again within this time. */
const RELOADING_MS = 10_000;

export class KeptDrafts {
  readonly #place: string;
  readonly #window = crypto.getRandomValues(new Uint32Array(2)).join("-");
  /** Windows whose end is awaited. */
  readonly #awaited = new Set<string>();
  #onLeft: ((kept: readonly KeptDraft[]) => void) | undefined;

  constructor(ownId: number) {
    this.#place = `drafts.${ownId}`;
    // Held as long as the page lives.
    void this.#lock(this.#window, () => new Promise(() => {}));
  }

  /** The drafts of the page that was in this tab before. They are ours from now on. */
  recall(): readonly KeptDraft[] {
    if (keepsNothing()) return [];
    const former = sessionStorage.getItem(FORMER);
    sessionStorage.removeItem(FORMER);
    // Without locks, nobody knows which windows live.
    return this.#takeOver((window) => window === undefined || window === former || !navigator.locks);
  }

  keep(kept: readonly KeptDraft[]): void {
    this.#store([...this.#ofOthers(), ...kept.map((draft) => ({ ...draft, window: this.#window }))]);
  }

  /** The drafts that other windows have not saved, or left when they were closed. */
  get ofOthers(): readonly KeptDraft[] {
    return this.#ofOthers().filter(({ draft }) => draft.content.trim() !== "");
  }

  /** Calls `onLeft` with the drafts of windows that were closed. */
  watch(onLeft: (kept: readonly KeptDraft[]) => void): () => void {
    this.#onLeft = onLeft;
    const look = () => {
      for (const { window } of this.#ofOthers()) if (window !== undefined) this.#awaitEnd(window);
    };
    look();
    addEventListener("storage", look);
    return () => {
      removeEventListener("storage", look);
      this.#onLeft = undefined;
    };
  }

  /** The page may be closed or reloaded now. */
  leave(): void {
    if (!keepsNothing()) sessionStorage.setItem(FORMER, this.#window);
  }

  /** It was not. */
  stay(): void {
    sessionStorage.removeItem(FORMER);
  }

  #ofOthers(): readonly StoredDraft[] {
    return this.#stored().filter(({ window }) => window !== this.#window);
  }

  #stored(): readonly StoredDraft[] {
    return recall<readonly StoredDraft[]>(this.#place) ?? [];
  }

  #store(drafts: readonly StoredDraft[]): void {
    keep(this.#place, drafts.length > 0 ? drafts : undefined);
  }

  #takeOver(isTaken: (window: string | undefined) => boolean): readonly KeptDraft[] {
    const taken = this.#draftsOf(isTaken);
    if (taken.length > 0)
      this.#store(this.#stored().map((draft) => (isTaken(draft.window) ? { ...draft, window: this.#window } : draft)));
    return taken;
  }

  #draftsOf(isTaken: (window: string | undefined) => boolean): readonly KeptDraft[] {
    return this.#stored().flatMap(({ window, ...draft }) => (isTaken(window) ? [draft] : []));
  }

  #awaitEnd(window: string): void {
    if (this.#awaited.has(window)) return;
    this.#awaited.add(window);
    void this.#lock(window, async () => {
      await new Promise((resolve) => setTimeout(resolve, RELOADING_MS));
      if (!this.#onLeft) return;
      const isTaken = (each: string | undefined) => each === window;
      this.#onLeft(this.#draftsOf(isTaken));
      // Only now: if that failed, the next page finds them again.
      this.#takeOver(isTaken);
    });
  }

  async #lock(window: string, during: () => Promise<void>): Promise<void> {
    await navigator.locks?.request(`parley.${this.#place}.${window}`, during).catch(() => {});
  }
}

const known = new Map<number, KeptDrafts>();

/** One for each account, as long as the page lives. */
export function keptDraftsOf(ownId: number): KeptDrafts {
  const kept = known.get(ownId) ?? new KeptDrafts(ownId);
  known.set(ownId, kept);
  return kept;
}
