/**
 * What is written goes out once, in the order in which it was written, over lost connections and reloads. One message is on
 * its way at a time. Where it is not known whether one has arrived, that is looked up before it is sent again.
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

/** Longer than this the server is not silent about a message that it has taken: it is then asked for it. */
const UNHEARD_MS = 1000;
/** A request that broke off may still be carried out: its message is not looked for at once. */
const SETTLING_MS = 500;

const PENDING: OutboxState = { name: "pending" };
const WAITING: OutboxState = { name: "waiting" };

export class Outbox {
  readonly #options: OutboxOptions;
  readonly #listeners = new Listeners<[]>();
  readonly #stop = new AbortController();
  readonly #backoff = new Backoff();
  readonly #narrowed = new Map<string, { of: readonly OutboxEntry[]; entries: readonly OutboxEntry[] }>();
  readonly #leave: () => void;
  #entries: readonly OutboxEntry[] = [];
  /** Ends the pause before the next try. */
  #wake = new AbortController();
  #isSending = false;
  /** The entry that is on its way just now. */
  #current: string | undefined;
  #lastSentId = 0;
  #brokeAt = 0;
  #saved: Promise<void> = Promise.resolve();

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#leave = options.cache.onChange((ids, events) => this.#hear(ids, events));
  }

  /** In the order in which they were written; another list when something has changed. */
  get entries(): readonly OutboxEntry[] {
    return this.#entries;
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

  /** Takes up what was stored, before what has been written since; it goes out at once if it can. */
  async load(): Promise<void> {
    const stored = (await this.#options.persistence?.load()) ?? [];
    const known = new Set(this.#entries.map(({ local_id }) => local_id));
    const former = stored.filter(({ local_id, state }) => !known.has(local_id) && state.name !== "sent");
    this.#set([...former, ...this.#entries]);
    this.resume();
  }

  /** Shows it at once, and sends it when it is its turn. */
  send(message: Outgoing): OutboxEntry {
    const isWaiting = this.#entries.some(({ state }) => state.name === "waiting");
    const state = isWaiting ? WAITING : PENDING;
    const entry: OutboxEntry = { local_id: newLocalId(), message, state, writtenAt: Date.now() };
    this.#set([...this.#entries, entry]);
    void this.#sendAll();
    return entry;
  }

  /** Tries again what was refused. */
  retry(localId: string): boolean {
    return this.#replace(localId, ({ state }) => state.name === "failed", { state: PENDING });
  }

  /** Sends something else in its place. Not what may have arrived. */
  edit(localId: string, message: Outgoing): boolean {
    const canChange = (entry: OutboxEntry) => entry.state.name !== "sent" && !this.#mayHaveArrived(entry);
    return this.#replace(localId, canChange, { message, state: PENDING });
  }

  /** Forgets it; not what is on its way just now. What broke off may have arrived, and then shows as a message. */
  discard(localId: string): boolean {
    const entry = this.#entries.find(({ local_id }) => local_id === localId);
    if (!entry || entry.state.name === "sent" || this.#current === localId) return false;
    this.#set(this.#entries.filter((each) => each !== entry));
    return true;
  }

  /** The connection may be back: tries at once. */
  resume(): void {
    this.#backoff.reset();
    this.#wake.abort();
    void this.#sendAll();
  }

  /** Sends nothing more. What waits is stored. */
  close(): void {
    this.#leave();
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

  /** Answers with what went wrong if it is to be tried again. */
  async #sendOne(entry: OutboxEntry): Promise<unknown> {
    const { local_id, sentAfter } = entry;
    try {
      const found = sentAfter === undefined ? undefined : await this.#lookUp(entry, sentAfter);
      // Its event may have come meanwhile, or somebody has thrown it away.
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
    // It is written down that it may have arrived before it can have.
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

  /** The echo stays until the message itself is known. */
  #settle(localId: string, id: number): void {
    this.#lastSentId = Math.max(this.#lastSentId, id);
    const { cache } = this.#options;
    if (cache.message(id)) {
      this.#remove([localId]);
      return;
    }
    this.#update(localId, { state: { name: "sent", id } });
    // To a channel without subscription one sends without hearing of it.
    void pause(UNHEARD_MS, this.#stop.signal).then(() => this.#fetch(localId, id));
  }

  async #fetch(localId: string, id: number): Promise<void> {
    if (!this.#has(localId) || this.#stop.signal.aborted) return;
    await this.#options.cache.fetchByIds([id]).catch(() => {});
    // Moved or deleted at once, it is none of ours any more.
    this.#remove([localId]);
  }

  #hear(ids: ReadonlySet<number>, events: readonly ServerEvent[]): void {
    const heard = new Map<string, number>();
    for (const event of events)
      if (isEvent(event, messageEvents.messageEvent) && event.local_message_id !== undefined)
        heard.set(event.local_message_id, event.message.id);
    const isHere = ({ local_id, state }: OutboxEntry) =>
      heard.has(local_id) || (state.name === "sent" && ids.has(state.id));
    const here = this.#entries.filter(isHere).map(({ local_id }) => local_id);
    this.#lastSentId = Math.max(this.#lastSentId, ...heard.values());
    this.#remove(here);
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
    this.#listeners.tell();
    void this.#save();
  }

  /** One after the other, the last as it is now. What cannot be stored is sent all the same. */
  #save(): Promise<void> {
    const { persistence } = this.#options;
    if (persistence) this.#saved = this.#saved.then(() => persistence.save(this.#entries)).catch(() => {});
    return this.#saved;
  }
}

/** A refusal stands; to be asked to wait, or to sign in, is none. */
const isRefusal = ({ status }: RequestError) => status >= 400 && status < 500 && status !== 429 && status !== 401;

/** Of this device and no other, also over reloads. */
function newLocalId(): string {
  const [a = 0, b = 0] = crypto.getRandomValues(new Uint32Array(2));
  return `${Date.now().toString(36)}.${a.toString(36)}${b.toString(36)}`;
}
