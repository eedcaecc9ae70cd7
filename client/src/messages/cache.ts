/**
 * The messages this client knows. They change only by events and fetches: even the user's own changes show when the
 * server confirms them. Messages that no view needs are evicted.
 */
import { messageHistory, messages } from "@parley/server/contract";
import type { Connection } from "../connection.ts";
import type { Store } from "../store/store.ts";
import type { ServerEvent } from "../types.ts";
import { type CacheChanges, changesBy, isSame, messageFrom, replayed } from "./changes.ts";
import { Journal, type JournalReading, touchedBy } from "./journal.ts";
import { type KeptMessages, keptOf } from "./kept.ts";
import { Listeners } from "./listeners.ts";
import type { Term } from "./narrow.ts";
import { argumentsFor, LOOK, type MessagePage, matchesIn, type PageRequest, rangeOf } from "./page.ts";
import { RecentConversations } from "./recent.ts";
import type { Fetched, Message, Recent } from "./types.ts";
import type { View } from "./view.ts";
import type { Views } from "./views.ts";
import { wantedBy } from "./wanted.ts";

/** As many ids as fit into a URL. */
const IDS_PER_REQUEST = 200;
/** Nothing is evicted below this size. */
const FEWEST_KEPT = 2000;

/** The ids of the changed messages and the events that changed them; no events after a fetch. */
export type CacheListener = (ids: ReadonlySet<number>, events: readonly ServerEvent[]) => void;

export class MessageCache {
  readonly store: Store;
  readonly #connection: Connection;
  readonly #messages = new Map<number, Message>();
  readonly #journal = new Journal();
  readonly #inFlight = new Map<number, Promise<void>>();
  readonly #listeners = new Listeners<Parameters<CacheListener>>();
  readonly #listenersOf = new Map<number, Listeners<[]>>();
  /** Undefined until something shows messages: see `viewOf`. */
  #views: Views | undefined;
  /** Saved views, while there are no views yet. */
  #restored: KeptMessages["views"] = [];
  readonly #recent: RecentConversations;
  readonly #unsubscribe: () => void;
  /** Above this size, messages that nothing needs are evicted. */
  #limit = FEWEST_KEPT;

  constructor(connection: Connection, store: Store) {
    this.store = store;
    this.#connection = connection;
    this.#recent = new RecentConversations(this);
    this.#unsubscribe = store.onChange((_, events) => (events ? this.#applyEvents(events) : this.#outdate()));
  }

  /** Stops following the store. */
  close(): void {
    this.#unsubscribe();
    this.#views?.close();
    this.#recent.close();
  }

  message(id: number): Message | undefined {
    return this.#messages.get(id);
  }

  /** Called when the message has changed or is gone. */
  onMessage(id: number, listener: () => void): () => void {
    const listeners = this.#listenersOf.get(id) ?? new Listeners<[]>();
    this.#listenersOf.set(id, listeners);
    const unsubscribe = listeners.add(listener);
    return () => {
      unsubscribe();
      if (listeners.size === 0 && this.#listenersOf.get(id) === listeners) this.#listenersOf.delete(id);
    };
  }

  /** Called once after each batch of events and each response that concerned messages. */
  onChange(listener: CacheListener): () => void {
    return this.#listeners.add(listener);
  }

  /** The views, which `make` creates the first time: their code is loaded when messages are shown. */
  views(make: (saved: KeptMessages["views"]) => Views): Views {
    this.#views ??= make(this.#restored);
    this.#restored = [];
    return this.#views;
  }

  /** Conversations by their newest message. */
  get recent(): Recent {
    return this.#recent;
  }

  /** The messages worth saving across a restart. */
  kept(): KeptMessages {
    const views = this.#views?.newest() ?? this.#restored;
    return keptOf({ messages: this.#messages, views, recentFloor: this.#recent.floor });
  }

  /** Loads saved messages before anything is shown. Their views count as out of date. */
  restore({ messages: known, views, recentFloor }: KeptMessages): void {
    for (const message of known) this.#messages.set(message.id, message);
    this.#recent.learn(known);
    this.#recent.restore(recentFloor);
    this.#restored = views;
    this.#limit = Math.max(FEWEST_KEPT, this.#messages.size * 2);
  }

  /** Call when the server is reachable again: retries failed opens and refetches outdated views. */
  resume(): void {
    this.#views?.resume();
  }

  /** Fetches the messages that are not known yet. Nonexistent or inaccessible ones stay unknown. */
  async fetchByIds(ids: readonly number[]): Promise<void> {
    await this.#fetchIds(ids.filter((id) => !this.#messages.has(id)));
  }

  /** The message's Markdown. */
  async source(id: number): Promise<string> {
    const args = { message_id: id as Fetched["id"], apply_markdown: false };
    const { message } = await this.#connection.call(messageHistory.getMessage, args);
    return message.content;
  }

  /** Fetches a range of a narrow's messages. */
  async page(terms: readonly Term[], request: PageRequest, signal?: AbortSignal): Promise<MessagePage> {
    const { ownId } = this.store.state.users;
    const args = argumentsFor(terms, request, ownId);
    return this.#read(
      () => this.#connection.call(messages.getMessages, args, signal ? { signal } : {}),
      (answer, reading) => {
        const known = this.#learn(answer.messages, reading);
        const range = rangeOf(answer, request);
        const events = reading.events();
        return {
          range: { ...range, ids: range.ids.filter((id) => known.has(id)) },
          anchor: answer.anchor !== undefined && known.has(answer.anchor) ? answer.anchor : undefined,
          historyLimited: answer.history_limited,
          matches: matchesIn(answer),
          touched: touchedBy(events),
          added: touchedBy(events.filter(({ type }) => type === "message")),
        };
      },
    );
  }

  opened(view: View): void {
    this.#views?.opened(view);
  }

  closed(view: View): void {
    this.#views?.closed(view);
    this.#sweep();
  }

  async #fetchIds(ids: readonly number[]): Promise<void> {
    const asked = new Set(ids.flatMap((id) => this.#inFlight.get(id) ?? []));
    const wanted = [...new Set(ids)].filter((id) => !this.#inFlight.has(id)) as Fetched["id"][];
    for (let n = 0; n < wanted.length; n += IDS_PER_REQUEST) {
      const chunk = wanted.slice(n, n + IDS_PER_REQUEST);
      const answered = this.#fetchChunk(chunk).finally(() => {
        for (const id of chunk) this.#inFlight.delete(id);
      });
      for (const id of chunk) this.#inFlight.set(id, answered);
      asked.add(answered);
    }
    await Promise.all(asked);
  }

  async #fetchChunk(message_ids: Fetched["id"][]): Promise<void> {
    await this.#read(
      () => this.#connection.call(messages.getMessages, { ...LOOK, message_ids }),
      (answer, reading) => {
        // They are not part of a range: each view places them in the ranges it knows.
        for (const id of this.#learn(answer.messages, reading)) this.#views?.place(id);
      },
    );
  }

  /** Repeats the request if a new snapshot arrived before the response, which may be older than the missed events. */
  async #read<A, T>(ask: () => Promise<A>, use: (answer: A, reading: JournalReading) => T): Promise<T> {
    for (;;) {
      const reading = this.#journal.begin();
      try {
        const answer = await ask();
        if (!reading.isOutdated()) return use(answer, reading);
      } finally {
        reading.end();
      }
    }
  }

  /** Stores fetched messages after applying the events received since the request; returns the ids that still exist. */
  #learn(fetched: readonly Fetched[], reading: JournalReading): ReadonlySet<number> {
    const current = replayed(
      new Map(fetched.map((each) => [each.id, messageFrom(each)])),
      reading.events(),
      this.store.state,
    );
    const different = new Set<number>();
    for (const [id, message] of current) {
      const known = this.#messages.get(id);
      if (known && isSame(known, message)) continue;
      this.#messages.set(id, message);
      different.add(id);
    }
    this.#recent.learn([...current.values()]);
    this.#notify(different, []);
    return new Set(current.keys());
  }

  #applyEvents(events: readonly ServerEvent[]): void {
    this.#journal.note(events);
    const changes = changesBy(events, this.#messages, this.store.state);
    for (const [id, message] of changes.messages) {
      if (message) this.#messages.set(id, message);
      else this.#messages.delete(id);
    }
    this.#views?.apply(changes);
    this.#recent.apply(changes, events);
    this.#notify(new Set(changes.messages.keys()), events);
    this.#fetchWanted(events, changes);
    this.#sweep();
  }

  /** Fetches unknown messages that now belong to views. */
  #fetchWanted(events: readonly ServerEvent[], changes: CacheChanges): void {
    const wanted = wantedBy(events, this.store.state).filter(({ facts }) => !this.#messages.has(facts.id));
    const unknown = new Set([...(this.#views?.wanting(wanted) ?? []), ...this.#recent.wanting(wanted)]);
    // After a move to another channel, only the server knows whether the user counts as having received them.
    const ids = [...unknown, ...changes.crossed];
    // If they can't be fetched, the views that might show them can't be trusted.
    if (ids.length > 0) this.#fetchIds(ids).catch(() => this.#views?.invalidate());
  }

  #outdate(): void {
    this.#journal.reset();
    this.#views?.outdate();
    this.#recent.outdate();
  }

  #notify(ids: ReadonlySet<number>, events: readonly ServerEvent[]): void {
    for (const id of ids) this.#listenersOf.get(id)?.notify();
    if (ids.size > 0 || events.length > 0) this.#listeners.notify(ids, events);
  }

  /** Evicts messages that nothing holds; never during a request, whose response may need them. */
  #sweep(): void {
    if (this.#messages.size <= this.#limit || this.#journal.isRead) return;
    const inViews = this.#views?.heldIds() ?? this.#restored.flatMap(({ ids }) => ids);
    const held = new Set([...inViews, ...this.#recent.heldIds(), ...this.#listenersOf.keys()]);
    for (const id of this.#messages.keys()) if (!held.has(id)) this.#messages.delete(id);
    this.#limit = Math.max(FEWEST_KEPT, this.#messages.size * 2);
  }
}
