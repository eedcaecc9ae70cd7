/**
 * Conversations by their newest message, collected from all messages that pass through. For each message it keeps only
 * its place and sender, so the list can be long. The cost of an event depends on what it changes, not on the list.
 */
import { type Handlers, handled } from "../handlers.ts";
import type { State } from "../store/store.ts";
import { NOBODY } from "../store/users.ts";
import type { ServerEvent } from "../types.ts";
import { type CacheChanges, moveIn, type UpdateEvent } from "./changes.ts";
import { conversationOf } from "./conversation.ts";
import { isOwnHistory } from "./decide.ts";
import { Listeners } from "./listeners.ts";
import { conversationKey, type Term } from "./narrow.ts";
import type { MessagePage, PageRequest } from "./page.ts";
import { NEWEST, OLDEST } from "./ranges.ts";
import { untilDone } from "./retry.ts";
import { Thread } from "./thread.ts";
import type { Conversation, Message, Recent, RecentState } from "./types.ts";
import type { ViewFilter } from "./wanted.ts";

interface Host {
  readonly store: { readonly state: State };
  message(id: number): Message | undefined;
  page(terms: readonly Term[], request: PageRequest, signal?: AbortSignal): Promise<MessagePage>;
}

const PER_REQUEST = 400;
/** At most this many requests refresh the list after missed events; older conversations load again on demand. */
const MOST_PAGES_AGAIN = 5;
/** The newest messages of this many conversations stay cached, to be shown. */
const MOST_SHOWN = 500;

const OPEN: readonly Term[] = [{ operator: "channels", operand: "web-public" }];

export class RecentConversations implements Recent {
  readonly #host: Host;
  readonly #listeners = new Listeners<[]>();
  readonly #stop = new AbortController();
  readonly #threads = new Map<string, Thread>();
  readonly #threadOf = new Map<number, Thread>();
  /** By their newest message, ascending. */
  readonly #order: Thread[] = [];
  /**
   * Every message of the user is known from this id on; a conversation whose newest known message is older may have
   * newer ones.
   */
  #floor = NEWEST;
  #loading = false;
  #error: Error | undefined;
  #state: RecentState | undefined;
  #isReconciling = false;
  #outdatings = 0;

  /** Handlers return whether they changed anything. */
  readonly #on: Handlers<undefined, boolean> = {
    update_message: (_, event) => this.#move(event),
    stream: { delete: (_, { stream_ids }) => this.#close(stream_ids) },
  };

  constructor(host: Host) {
    this.#host = host;
  }

  get state(): RecentState {
    this.#state ??= {
      conversations: this.#listed().map((thread) => thread.summary),
      foundOldest: this.#floor === OLDEST,
      loading: this.#loading,
      error: this.#error,
    };
    return this.#state;
  }

  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  async loadOlder(): Promise<void> {
    if (this.#loading || this.#floor === OLDEST) return;
    this.#loading = true;
    this.#error = undefined;
    this.#changed();
    try {
      const { range } = await this.#page(this.#floor);
      this.#floor = Math.min(this.#floor, range.from);
    } catch (error) {
      this.#error = error as Error;
    }
    this.#loading = false;
    this.#changed();
  }

  close(): void {
    this.#stop.abort();
  }

  /** Every message is known from this id on. */
  get floor(): number {
    return this.#floor;
  }

  /** Loads a saved list; the next snapshot brings it up to date. */
  restore(floor: number): void {
    this.#floor = floor;
    this.#changed();
  }

  learn(messages: readonly Message[]): void {
    let hasChanged = false;
    for (const message of messages) if (this.#note(message)) hasChanged = true;
    if (hasChanged) this.#changed();
  }

  apply({ messages, added, removed }: CacheChanges, events: readonly ServerEvent[]): void {
    let hasChanged = false;
    for (const event of events) if (handled(this.#on, event, undefined, false)) hasChanged = true;
    for (const id of removed) if (this.#drop(id)) hasChanged = true;
    for (const id of added) {
      const message = messages.get(id);
      if (message && this.#note(message)) hasChanged = true;
    }
    if (hasChanged) this.#changed();
  }

  /** Unknown messages that were moved into this list's range. */
  wanting(wanted: readonly ViewFilter[]): number[] {
    const isMissing = ({ facts, affects }: ViewFilter) =>
      !affects && facts.id >= this.#floor && !this.#threadOf.has(facts.id);
    return wanted.filter(isMissing).map(({ facts }) => facts.id);
  }

  *heldIds(): Iterable<number> {
    for (const thread of this.#order.slice(-MOST_SHOWN)) yield thread.newestId;
  }

  /** Events were missed: the list stays until it has been refreshed. */
  outdate(): void {
    this.#outdatings++;
    if (this.#floor !== NEWEST && !this.#isReconciling) void this.#reconcile();
  }

  async #page(before: number): Promise<MessagePage> {
    const anchor = before === NEWEST ? "newest" : before;
    const request = { anchor, before: PER_REQUEST, after: 0, excludesAnchor: anchor !== "newest" } as const;
    const page = await this.#host.page(this.#isVisitor ? OPEN : [], request, this.#stop.signal);
    // The server listed them as the user's own history, which the messages themselves may not say.
    for (const id of page.range.ids) {
      const message = this.#host.message(id);
      if (message) this.#list(message);
    }
    return page;
  }

  /** Visitors have no messages of their own, so their list covers web-public channels. */
  get #isVisitor(): boolean {
    return this.#host.store.state.users.ownId === NOBODY;
  }

  async #reconcile(): Promise<void> {
    this.#isReconciling = true;
    const { signal } = this.#stop;
    try {
      for (let outdatings = -1; outdatings !== this.#outdatings; ) {
        outdatings = this.#outdatings;
        await untilDone(() => this.#readAgain(), { signal });
      }
    } catch (error) {
      if (!signal.aborted) this.#error = error as Error;
    }
    this.#isReconciling = false;
    this.#changed();
  }

  async #readAgain(): Promise<void> {
    const found = new Set<number>();
    const goal = this.#floor;
    let floor = NEWEST;
    for (let pages = 0; pages < MOST_PAGES_AGAIN && floor > goal; pages++) {
      const { range, touched } = await this.#page(floor);
      for (const id of [...range.ids, ...touched]) found.add(id);
      floor = Math.min(floor, range.from);
    }
    const newest = Math.max(...found, 0);
    // Messages that arrived by event after the last page are newer than all of them.
    for (const id of [...this.#threadOf.keys()]) if (!found.has(id) && id <= newest) this.#drop(id);
    this.#floor = floor;
    this.#changed();
  }

  #note(message: Message): boolean {
    const isListed = this.#isVisitor || isOwnHistory(message, this.#host.store.state) === true;
    return isListed && this.#list(message);
  }

  #list(message: Message): boolean {
    const { ownId } = this.#host.store.state.users;
    return this.#put(message.id, message.sender_id, conversationOf(message, ownId));
  }

  #put(id: number, senderId: number, conversation: Conversation): boolean {
    const key = conversationKey(conversation);
    if (this.#threadOf.get(id)?.key === key) return false;
    this.#drop(id);
    const thread = this.#threads.get(key) ?? new Thread(key, conversation);
    this.#threads.set(key, thread);
    this.#threadOf.set(id, thread);
    this.#reordered(thread, () => thread.add(id, senderId, conversation));
    return true;
  }

  #drop(id: number): boolean {
    const thread = this.#threadOf.get(id);
    if (!thread) return false;
    this.#threadOf.delete(id);
    this.#reordered(thread, () => thread.remove(id));
    if (thread.isEmpty) this.#threads.delete(thread.key);
    return true;
  }

  #move(event: UpdateEvent): boolean {
    const move = moveIn(event);
    if (!move) return false;
    const { stream_id, topic } = move;
    const conversation: Conversation = { type: "channel", stream_id, topic };
    let hasChanged = false;
    for (const id of move.message_ids) {
      const sender = this.#threadOf.get(id)?.senderOf(id);
      if (sender !== undefined && this.#put(id, sender, conversation)) hasChanged = true;
    }
    return hasChanged;
  }

  /** Drops channels that the user can no longer see. */
  #close(channelIds: readonly number[]): boolean {
    const closed = new Set(channelIds);
    const threads = [...this.#threads.values()].filter(
      ({ conversation }) => conversation.type === "channel" && closed.has(conversation.stream_id),
    );
    for (const thread of threads) for (const id of [...thread.ids]) this.#drop(id);
    return threads.length > 0;
  }

  /** Changes a thread and moves it to its new position. */
  #reordered(thread: Thread, change: () => void): void {
    const [before, at] = [thread.newestId, this.#placeOf(thread.newestId)];
    change();
    if (thread.newestId === before) return;
    if (before > 0) this.#order.splice(at, 1);
    if (!thread.isEmpty) this.#order.splice(this.#placeOf(thread.newestId), 0, thread);
  }

  #placeOf(newestId: number): number {
    let [low, high] = [0, this.#order.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#order[middle] as Thread).newestId < newestId) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #listed(): Thread[] {
    return this.#order.slice(this.#placeOf(this.#floor)).reverse();
  }

  #changed(): void {
    this.#state = undefined;
    this.#listeners.notify();
  }
}
