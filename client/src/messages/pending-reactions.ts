/**
 * Reactions on their way to the server: sent one by one in the order they were made, and kept while the server is
 * unreachable, even across a reload. They are shown on top of the cache, which only events change.
 */
import { type ArgumentsOf, reactions } from "@parley/server/contract";
import { Backoff, pause } from "../backoff.ts";
import { type Connection, RequestError } from "../connection.ts";
import type { MessageCache } from "./cache.ts";
import { Listeners } from "./listeners.ts";
import type { Persistence } from "./persistence.ts";
import { canRetryLater } from "./retry.ts";
import type { Message } from "./types.ts";

type Reaction = Message["reactions"][number];
export type ReactionEmoji = Pick<Reaction, "emoji_name" | "emoji_code"> & { readonly reaction_type: string };

/** Plain data, ready to be stored. */
export interface PendingReaction {
  readonly id: string;
  readonly op: "add" | "remove";
  readonly message_id: number;
  readonly emoji: ReactionEmoji;
  /** An attempt was made; it may have arrived. */
  readonly wasSent: boolean;
}

export interface PendingReactionsOptions {
  readonly connection: Connection;
  readonly cache: MessageCache;
  readonly persistence?: Persistence<PendingReaction>;
  /** The server rejected a reaction; it is not retried. */
  onRefused?(error: RequestError): void;
}

/** A sent reaction stays visible for this long while its event is outstanding. */
const EVENT_TIMEOUT_MS = 1000;
/** On a retry, these errors mean that the first attempt succeeded. */
const ALREADY_DONE = ["REACTION_ALREADY_EXISTS", "REACTION_DOES_NOT_EXIST"];

export class PendingReactions {
  readonly #options: PendingReactionsOptions;
  readonly #listeners = new Listeners<[]>();
  readonly #stop = new AbortController();
  readonly #backoff = new Backoff();
  #entries: readonly PendingReaction[] = [];
  /** Sent, and shown until the event arrives. */
  #unconfirmed: readonly PendingReaction[] = [];
  #visible: readonly PendingReaction[] = [];
  #visibleByMessage: ReadonlyMap<number, readonly PendingReaction[]> = new Map();
  #wake = new AbortController();
  #isSending = false;
  #isWaiting = false;
  #saved: Promise<void> = Promise.resolve();

  constructor(options: PendingReactionsOptions) {
    this.#options = options;
  }

  /** In the order they were made; a new list whenever something changes. */
  get entries(): readonly PendingReaction[] {
    return this.#visible;
  }

  /** The reactions to one message. */
  of(messageId: number): readonly PendingReaction[] {
    return this.#visibleByMessage.get(messageId) ?? NONE;
  }

  /** Whether reactions wait because the server is unreachable. */
  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Restores stored reactions, ahead of those made since. */
  async load(): Promise<void> {
    const stored = (await this.#options.persistence?.load()) ?? [];
    const known = new Set(this.#entries.map(({ id }) => id));
    this.#set([...stored.filter(({ id }) => !known.has(id)), ...this.#entries]);
    this.resume();
  }

  /**
   * Adds the reaction, or removes it if it will be there once everything is sent. An unsent reaction is just dropped.
   */
  toggle({ message_id, emoji, isThere }: { message_id: number; emoji: ReactionEmoji; isThere: boolean }): void {
    const isMeant = (each: PendingReaction) => each.message_id === message_id && isSameEmoji(each.emoji, emoji);
    const waiting = this.#entries.findLast(isMeant);
    if (waiting && !waiting.wasSent) {
      this.#set(this.#entries.filter((each) => each !== waiting));
      return;
    }
    const last = waiting ?? this.#unconfirmed.findLast(isMeant);
    const op = (last ? last.op === "add" : isThere) ? "remove" : "add";
    this.#set([...this.#entries, { id: newId(), op, message_id, emoji, wasSent: false }]);
    void this.#sendAll();
  }

  /** Retries at once. Call when the connection may be back. */
  resume(): void {
    this.#backoff.reset();
    this.#wake.abort();
    void this.#sendAll();
  }

  close(): void {
    this.#stop.abort();
  }

  async #sendAll(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    const { signal } = this.#stop;
    for (let [entry] = this.#entries; entry && !signal.aborted; [entry] = this.#entries) {
      const trouble = await this.#sendOne(entry);
      this.#isWaiting = trouble !== undefined;
      this.#set(trouble === undefined ? this.#without(entry.id) : this.#entries);
      if (trouble === undefined || signal.aborted) continue;
      this.#wake = new AbortController();
      await pause(this.#backoff.after(trouble), AbortSignal.any([signal, this.#wake.signal]));
    }
    this.#isSending = false;
  }

  /** Returns the error if the reaction should be retried. */
  async #sendOne(entry: PendingReaction): Promise<unknown> {
    const { connection, onRefused } = this.#options;
    const { id, op, message_id, emoji, wasSent } = entry;
    // Saved before the request, so that a reload knows that it may have arrived.
    this.#set(this.#entries.map((each) => (each.id === id ? { ...each, wasSent: true } : each)));
    await this.#saved;
    const operation = op === "add" ? reactions.addReaction : reactions.removeReaction;
    const args = { message_id, ...emoji } as ArgumentsOf<(typeof reactions.addReaction)["params"]>;
    try {
      await connection.call(operation as typeof reactions.addReaction, args, { signal: this.#stop.signal });
      this.#backoff.reset();
      this.#showUntilEvent(entry);
    } catch (error) {
      const isRefused = error instanceof RequestError && !canRetryLater(error);
      if (!isRefused) return error;
      if (!wasSent || !ALREADY_DONE.includes(error.code)) onRefused?.(error);
    }
    return undefined;
  }

  /** Prevents flicker between the response and the event. */
  #showUntilEvent(entry: PendingReaction): void {
    const { cache } = this.#options;
    const changed = new AbortController();
    const unsubscribe = cache.onMessage(entry.message_id, () => changed.abort());
    this.#unconfirmed = [...this.#unconfirmed, entry];
    void pause(EVENT_TIMEOUT_MS, AbortSignal.any([changed.signal, this.#stop.signal])).then(() => {
      unsubscribe();
      this.#unconfirmed = this.#unconfirmed.filter((each) => each !== entry);
      this.#notify();
    });
  }

  #without(id: string): readonly PendingReaction[] {
    return this.#entries.filter((each) => each.id !== id);
  }

  #set(entries: readonly PendingReaction[]): void {
    this.#entries = entries;
    this.#notify();
    const { persistence } = this.#options;
    // Sending goes on even if saving fails.
    if (persistence) this.#saved = this.#saved.then(() => persistence.save(this.#entries)).catch(() => {});
  }

  #notify(): void {
    this.#visible = [...this.#unconfirmed, ...this.#entries];
    this.#visibleByMessage = byMessage(this.#visible);
    this.#listeners.notify();
  }
}

export const isSameEmoji = (one: ReactionEmoji, other: ReactionEmoji): boolean =>
  one.emoji_code === other.emoji_code && one.reaction_type === other.reaction_type;

const NONE: readonly PendingReaction[] = [];

/** The message's reactions once the pending ones are sent. */
export function reactionsWith(
  pending: readonly PendingReaction[],
  now: readonly Reaction[],
  ownId: number,
): readonly Reaction[] {
  let all = now;
  for (const { op, emoji } of pending) {
    const isOwn = (each: Reaction) => each.user_id === ownId && isSameEmoji(each, emoji);
    if (op === "remove") all = all.filter((each) => !isOwn(each));
    else if (!all.some(isOwn)) all = [...all, { ...emoji, user_id: ownId } as Reaction];
  }
  return all;
}

function byMessage(pending: readonly PendingReaction[]): Map<number, PendingReaction[]> {
  const grouped = new Map<number, PendingReaction[]>();
  for (const each of pending) {
    const same = grouped.get(each.message_id);
    if (same) same.push(each);
    else grouped.set(each.message_id, [each]);
  }
  return grouped;
}

const newId = (): string => crypto.getRandomValues(new Uint32Array(2)).join("-");
