/**
 * Sends messages exactly once and in order, across lost connections and reloads. One message is sent at a time. If it
 * is unknown whether a message arrived, the outbox looks for it before sending it again.
 */
import { messageEvents, messages } from "@parley/server/contract";
import { Backoff, pause } from "../backoff.ts";
import { type Connection, RequestError } from "../connection.ts";
import { isEvent, type ServerEvent } from "../types.ts";
import type { MessageCache } from "./cache.ts";
import { decide } from "./decide.ts";
import { Listeners } from "./listeners.ts";
import { arrivedAs } from "./look-up.ts";
import { canonicalNarrow, type Narrow, narrowKey } from "./narrow.ts";
import { factsOf, isUnsent, type OutboxEntry, type OutboxState, type Outgoing } from "./outbox-entry.ts";
import type { Persistence } from "./persistence.ts";

export interface OutboxOptions {
  readonly connection: Connection;
  readonly cache: MessageCache;
  /** The queue whose events are applied to the cache's store: `() => sync.queueId`. */
  queueId(): string | undefined;
  readonly persistence?: Persistence<OutboxEntry>;
}

/** If no event arrives within this time after a send, the message is fetched. */
const EVENT_TIMEOUT_MS = 1000;
/** A request whose connection broke may still be processed: wait before looking for its message. */
const SETTLING_MS = 500;

const PENDING: OutboxState = { name: "pending" };
const WAITING: OutboxState = { name: "waiting" };

export class Outbox {
  readonly #options: OutboxOptions;
  readonly #listeners = new Listeners<[]>();
  readonly #stop = new AbortController();
  readonly #backoff = new Backoff();
  readonly #narrowed = new Map<string, { of: readonly OutboxEntry[]; entries: readonly OutboxEntry[] }>();
  readonly #unsubscribe: () => void;
  #entries: readonly OutboxEntry[] = [];
  /** Ends the pause before the next attempt. */
  #wake = new AbortController();
  #isSending = false;
  /** The entry that is being sent. */
  #current: string | undefined;
  #lastSentId = 0;
  #brokeAt = 0;
  #saved: Promise<void> = Promise.resolve();

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#unsubscribe = options.cache.onChange((ids, events) => this.#receive(ids, events));
  }

  /** In the order they were written; a new list whenever something changes. */
  get entries(): readonly OutboxEntry[] {
    return this.#entries;
  }

  /** Resolves when the entries are stored as they are now, or cannot be stored. */
  get saved(): Promise<void> {
    return this.#saved;
  }

  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** The entries that a view shows at its end. */
  inNarrow(narrow: Narrow): readonly OutboxEntry[] {
    const { state } = this.#options.cache.store;
    const terms = canonicalNarrow(narrow, state);
    const key = narrowKey(terms);
    const known = this.#narrowed.get(key);
    if (known?.of === this.#entries) return known.entries;
    const { ownId } = state.users;
    const found = this.#entries.filter((entry) => decide(terms, factsOf(entry, ownId), state));
    const isSame = known?.entries.length === found.length && found.every((entry, n) => entry === known.entries[n]);
    const entries = isSame ? known.entries : found;
    this.#narrowed.set(key, { of: this.#entries, entries });
    return entries;
  }

  /** Restores stored entries, ahead of those written since, and tries to send them. */
  async load(): Promise<void> {
    const stored = (await this.#options.persistence?.load()) ?? [];
    const known = new Set(this.#entries.map(({ local_id }) => local_id));
    const former = stored.filter(({ local_id, state }) => !known.has(local_id) && state.name !== "sent");
    this.#set([...former, ...this.#entries]);
    this.resume();
  }

  /** Shows the message at once and queues it. */
  send(message: Outgoing): OutboxEntry {
    const isWaiting = this.#entries.some(({ state }) => state.name === "waiting");
    const state = isWaiting ? WAITING : PENDING;
    const entry: OutboxEntry = { local_id: newLocalId(), message, state, writtenAt: Date.now() };
    this.#set([...this.#entries, entry]);
    void this.#sendAll();
    return entry;
  }

  /** Retries a rejected message. */
  retry(localId: string): boolean {
    return this.#replace(localId, ({ state }) => state.name === "failed", { state: PENDING });
  }

  /** Replaces the message, unless it may have arrived already. */
  edit(localId: string, message: Outgoing): boolean {
    const canChange = (entry: OutboxEntry) => entry.state.name !== "sent" && !this.#mayHaveArrived(entry);
    return this.#replace(localId, canChange, { message, state: PENDING });
  }

  /**
   * Drops the message, unless it is being sent. One whose request broke may have arrived, and then shows as a message.
   */
  discard(localId: string): boolean {
    const entry = this.#entries.find(({ local_id }) => local_id === localId);
    if (!entry || entry.state.name === "sent" || this.#current === localId) return false;
    this.#set(this.#entries.filter((each) => each !== entry));
    return true;
  }

  /** Retries at once. Call when the connection may be back. */
  resume(): void {
    this.#backoff.reset();
    this.#wake.abort();
    void this.#sendAll();
  }

  /** Stops sending. Waiting messages stay stored. */
  close(): void {
    this.#unsubscribe();
    this.#stop.abort();
  }

  #mayHaveArrived = ({ local_id, sentAfter, state }: OutboxEntry): boolean =>
    this.#current === local_id || (sentAfter !== undefined && state.name !== "failed");

  #replace(localId: string, can: (entry: OutboxEntry) => boolean, change: Partial<OutboxEntry>): boolean {
    const entry = this.#entries.find(({ local_id }) => local_id === localId);
    if (!entry || !can(entry)) return false;
    const { sentAfter: _, ...fresh } = entry;
    this.#set(this.#entries.map((each) => (each === entry ? { ...fresh, ...change } : each)));
    void this.#sendAll();
    return true;
  }

  async #sendAll(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    const { signal } = this.#stop;
    for (let entry = this.#next(); entry && !signal.aborted; entry = this.#next()) {
      this.#current = entry.local_id;
      const trouble = await this.#sendOne(entry);
      this.#current = undefined;
      if (trouble === undefined || signal.aborted) continue;
      for (const each of this.#entries.filter(isUnsent)) this.#update(each.local_id, { state: WAITING });
      this.#wake = new AbortController();
      await pause(this.#backoff.after(trouble), AbortSignal.any([signal, this.#wake.signal]));
    }
    this.#isSending = false;
  }

  #next(): OutboxEntry | undefined {
    return this.#entries.find(isUnsent);
  }

  /** Returns the error if the message should be retried. */
  async #sendOne(entry: OutboxEntry): Promise<unknown> {
    const { local_id, sentAfter } = entry;
    try {
      const found = sentAfter === undefined ? undefined : await this.#lookUp(entry, sentAfter);
      // Its event may have arrived meanwhile, or the user discarded it.
      if (!this.#has(local_id)) return undefined;
      this.#settle(local_id, found ?? (await this.#post(entry)));
      this.#backoff.reset();
    } catch (error) {
      if (!this.#has(local_id)) return undefined;
      if (!(error instanceof RequestError) || !isRefusal(error)) {
        this.#brokeAt = Date.now();
        return error ?? new Error("It was not sent.");
      }
      this.#update(local_id, { state: { name: "failed", msg: error.message, code: error.code } });
    }
    return undefined;
  }

  #has(localId: string): boolean {
    return this.#entries.some(({ local_id }) => local_id === localId);
  }

  async #lookUp(entry: OutboxEntry, sentAfter: number): Promise<number | undefined> {
    const { connection, cache } = this.#options;
    const { signal } = this.#stop;
    const { ownId } = cache.store.state.users;
    await pause(this.#brokeAt + SETTLING_MS - Date.now(), signal);
    return arrivedAs(connection, entry, { sentAfter, ownId, signal });
  }

  async #post(entry: OutboxEntry): Promise<number> {
    const { connection, cache, queueId } = this.#options;
    const newest = Math.max(cache.store.state.conversations.maxMessageId, this.#lastSentId, 0);
    this.#update(entry.local_id, { state: PENDING, sentAfter: newest });
    // Saved before the request, so that a reload knows that it may have arrived.
    await this.#save();
    const queue_id = queueId();
    const { message } = entry;
    const { id } = await connection.call(
      messages.sendMessage,
      {
        type: message.type,
        to: message.type === "direct" && message.to.length === 0 ? [cache.store.state.users.ownId] : message.to,
        ...(message.type === "channel" ? { topic: message.topic } : {}),
        content: message.content,
        read_by_sender: true,
        local_id: entry.local_id,
        ...(queue_id === undefined ? {} : { queue_id }),
      },
      { signal: this.#stop.signal },
    );
    return id;
  }

  /** The local echo stays until the message itself is known. */
  #settle(localId: string, id: number): void {
    this.#lastSentId = Math.max(this.#lastSentId, id);
    const { cache } = this.#options;
    if (cache.message(id)) {
      this.#remove([localId]);
      return;
    }
    this.#update(localId, { state: { name: "sent", id } });
    // Channels without a subscription send no events.
    void pause(EVENT_TIMEOUT_MS, this.#stop.signal).then(() => this.#fetch(localId, id));
  }

  async #fetch(localId: string, id: number): Promise<void> {
    if (!this.#has(localId) || this.#stop.signal.aborted) return;
    await this.#options.cache.fetchByIds([id]).catch(() => {});
    // If the fetch did not find it, it has been moved away or deleted.
    this.#remove([localId]);
  }

  #receive(ids: ReadonlySet<number>, events: readonly ServerEvent[]): void {
    const received = new Map<string, number>();
    for (const event of events)
      if (isEvent(event, messageEvents.messageEvent) && event.local_message_id !== undefined)
        received.set(event.local_message_id, event.message.id);
    const hasArrived = ({ local_id, state }: OutboxEntry) =>
      received.has(local_id) || (state.name === "sent" && ids.has(state.id));
    const arrived = this.#entries.filter(hasArrived).map(({ local_id }) => local_id);
    this.#lastSentId = Math.max(this.#lastSentId, ...received.values());
    this.#remove(arrived);
  }

  #remove(localIds: readonly string[]): void {
    if (localIds.length > 0) this.#set(this.#entries.filter(({ local_id }) => !localIds.includes(local_id)));
  }

  #update(localId: string, change: Partial<OutboxEntry>): void {
    const isDifferent = (entry: OutboxEntry) =>
      entry.local_id === localId &&
      Object.entries(change).some(([name, value]) => entry[name as keyof OutboxEntry] !== value);
    if (this.#entries.some(isDifferent))
      this.#set(this.#entries.map((entry) => (entry.local_id === localId ? { ...entry, ...change } : entry)));
  }

  #set(entries: readonly OutboxEntry[]): void {
    this.#entries = entries;
    this.#listeners.notify();
    void this.#save();
  }

  /** Saves one after the other, always the latest entries. Sending goes on even if saving fails. */
  #save(): Promise<void> {
    const { persistence } = this.#options;
    if (persistence) this.#saved = this.#saved.then(() => persistence.save(this.#entries)).catch(() => {});
    return this.#saved;
  }
}

/** A rejection is final, unless the server asks to wait or to sign in. */
const isRefusal = ({ status }: RequestError) => status >= 400 && status < 500 && status !== 429 && status !== 401;

/** Unique across devices and reloads. */
function newLocalId(): string {
  const [a = 0, b = 0] = crypto.getRandomValues(new Uint32Array(2));
  return `${Date.now().toString(36)}.${a.toString(36)}${b.toString(36)}`;
}
