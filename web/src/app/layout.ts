/** Which columns are shown beside the main one. Stored in this browser; the panel per kind of view. */
import type { Address } from "../address/address.ts";
import { channelOf, conversationOf } from "../address/narrow.ts";
import { Remembered } from "../state/remembered.ts";

export interface Layout {
  readonly isPanelOpen: boolean;
  readonly isSidebarOpen: boolean;
}

interface KeptLayout {
  readonly panels: Readonly<Record<string, boolean>>;
  readonly isSidebarOpen: boolean;
}

/** From this width the panel is a column; below, it slides over the view until the reader navigates. */
const BESIDE = "(min-width: 1200px)";

class LayoutChoice {
  readonly #kept = new Remembered<KeptLayout>("layout", { panels: {}, isSidebarOpen: true });
  readonly #hasRoom = matchMedia(BESIDE);
  readonly #listeners = new Set<() => void>();
  #kind = "";
  #isOver = false;
  #layout: Layout = this.#now();

  constructor() {
    this.#hasRoom.addEventListener("change", () => this.#tell());
  }

  get = (): Layout => this.#layout;

  change({ isPanelOpen, isSidebarOpen }: Partial<Layout>): void {
    const kept = this.#kept.get();
    if (isSidebarOpen !== undefined) this.#kept.set({ ...kept, isSidebarOpen });
    if (isPanelOpen !== undefined && this.#hasRoom.matches)
      this.#kept.set({ ...kept, panels: { ...kept.panels, [this.#kind]: isPanelOpen } });
    else if (isPanelOpen !== undefined) this.#isOver = isPanelOpen;
    this.#tell();
  }

  /** Called when the reader navigates. */
  at(address: Address): void {
    this.#kind = kindOf(address);
    this.#isOver = false;
    this.#tell();
  }

  /** Whether the panel covers the view, so that Esc closes it. */
  isOver = (): boolean => this.#isOver && !this.#hasRoom.matches;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #now(): Layout {
    const { panels, isSidebarOpen } = this.#kept.get();
    const isPanelOpen = this.#hasRoom.matches ? (panels?.[this.#kind] ?? false) : this.#isOver;
    return { isPanelOpen, isSidebarOpen };
  }

  #tell(): void {
    const next = this.#now();
    if (next.isPanelOpen === this.#layout.isPanelOpen && next.isSidebarOpen === this.#layout.isSidebarOpen) return;
    this.#layout = next;
    for (const listener of this.#listeners) listener();
  }
}

function kindOf(address: Address): string {
  if (address.kind !== "narrow") return address.kind;
  const conversation = conversationOf(address.terms);
  if (conversation) return conversation.type;
  return channelOf(address.terms) === undefined ? "search" : "channel";
}

export const layout = new LayoutChoice();
