/** All views, most recently used last. */
import type { MessageCache } from "./cache.ts";
import { conversationOf } from "./conversation.ts";
import { decide } from "./decide.ts";
import type { KeptMessages } from "./kept.ts";
import {
  canonicalNarrow,
  conversationTerms,
  isAboutConversation,
  type Narrow,
  narrowKey,
  type Term,
  withIn,
} from "./narrow.ts";
import type { MessageView } from "./types.ts";
import { type ChangeBatch, View, type ViewHost } from "./view.ts";
import type { ViewFilter } from "./wanted.ts";

/** How many views are kept, and how many closed ones keep all their messages, to return to the same place. */
const MOST_VIEWS = 100;
const MOST_WHOLE = 10;

/**
 * The view of a narrow: the same object for the same messages. `with` resolves to the conversation its message is in
 * now, so callers that show such a narrow call this again whenever the view changes.
 */
export const viewOf = (cache: MessageCache, narrow: Narrow): MessageView =>
  cache.views((saved) => new Views(cache, saved)).of(narrow);

export class Views {
  readonly #host: ViewHost;
  readonly #views = new Map<string, View>();

  /** The saved views, most recently used first. */
  constructor(host: ViewHost, saved: KeptMessages["views"] = []) {
    this.#host = host;
    for (const { narrow, ids } of [...saved].reverse()) this.#restore(narrow, ids);
  }

  of(narrow: Narrow): View {
    const terms = canonicalNarrow(narrow, this.#host.store.state);
    const resolved = this.#resolve(terms);
    const view = this.#viewOf(resolved);
    if (resolved !== terms) this.#handOver(terms, view);
    return view;
  }

  opened(view: View): void {
    const key = narrowKey(view.narrow);
    const known = this.#views.get(key);
    // The caller kept a view that was evicted here.
    if (known && known !== view) known.outdate();
    this.#last(key, view);
  }

  closed(view: View): void {
    const key = narrowKey(view.narrow);
    if (this.#views.get(key) === view) this.#last(key, view);
  }

  apply(batch: ChangeBatch): void {
    for (const view of this.#views.values()) view.apply(batch);
  }

  /** The newest ids of each view, most recently used first. */
  *newest(): Iterable<{ readonly narrow: readonly Term[]; readonly ids: readonly number[] }> {
    for (const { narrow, newest } of [...this.#views.values()].reverse()) if (newest) yield { narrow, ids: newest };
  }

  resume(): void {
    for (const view of this.#views.values()) view.resume();
  }

  place(id: number): void {
    for (const view of this.#views.values()) view.place(id);
  }

  outdate(): void {
    for (const view of this.#views.values()) view.outdate();
  }

  invalidate(): void {
    for (const view of this.#views.values()) view.invalidate();
  }

  close(): void {
    for (const view of [...this.#views.values()]) view.close();
  }

  *heldIds(): Iterable<number> {
    for (const view of this.#views.values()) yield* view.ids;
  }

  /** The ids of partially known messages that a view may be missing. */
  wanting(wanted: readonly ViewFilter[]): number[] {
    const { state } = this.#host.store;
    const views = [...this.#views.values()];
    const mayBeIn = ({ facts, affects }: ViewFilter) =>
      views.some((view) => {
        if (affects && !view.narrow.some(affects)) return false;
        return view.covers(facts.id) && decide(view.narrow, facts, state) !== false;
      });
    return wanted.filter(mayBeIn).map(({ facts }) => facts.id);
  }

  /** Messages may have been moved or deleted since they were saved. */
  #restore(narrow: readonly Term[], ids: readonly number[]): void {
    const { store } = this.#host;
    const isStillIn = (id: number) => {
      const message = this.#host.message(id);
      return message !== undefined && decide(narrow, message, store.state) !== false;
    };
    this.#viewOf(narrow).restore(ids.filter(isStillIn));
  }

  #viewOf(terms: readonly Term[]): View {
    const key = narrowKey(terms);
    const known = this.#views.get(key);
    if (known) return known;
    const view = new View(this.#host, terms);
    this.#views.set(key, view);
    return view;
  }

  /**
   * `with` names a message and means its current conversation. While the message is unknown, the server resolves it.
   */
  #resolve(terms: readonly Term[]): readonly Term[] {
    const { id, others } = withIn(terms);
    const message = id === undefined ? undefined : this.#host.message(id);
    if (!message) return terms;
    const { state } = this.#host.store;
    const kept = others.filter((term) => !isAboutConversation(term));
    return canonicalNarrow([...kept, ...conversationTerms(conversationOf(message, state.users.ownId))], state);
  }

  /** Messages found before `with` was resolved belong to the conversation. */
  #handOver(terms: readonly Term[], view: View): void {
    const key = narrowKey(terms);
    const former = this.#views.get(key);
    if (!former) return;
    this.#views.delete(key);
    view.adopt(former);
    former.close();
  }

  #last(key: string, view: View): void {
    this.#views.delete(key);
    this.#views.set(key, view);
    const closed = [...this.#views].filter(([, each]) => !each.isOpen);
    for (const [, each] of closed.slice(0, Math.max(0, closed.length - MOST_WHOLE))) each.shrink();
    for (const [each, forgotten] of closed.slice(0, Math.max(0, this.#views.size - MOST_VIEWS))) {
      this.#views.delete(each);
      // It receives no events from now on.
      forgotten.outdate();
    }
  }
}
