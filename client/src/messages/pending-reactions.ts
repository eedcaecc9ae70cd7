/**
 * Reactions on their way to the server: one after the other, in the order in which they were made, kept while the server
 * cannot be reached, also over a reload. What is so is in the cache, which changes by events; these are shown with it.
 */
import { type ArgumentsOf, reactions } from "@parley/server/contract";
import { Backoff, pause } from "../backoff.ts";
import { type Connection, RequestError } from "../connection.ts";
import type { MessageCache } from "./cache.ts";
import { Listeners } from "./listeners.ts";
import type { Persistence } from "./persistence.ts";
import { mayWait } from "./retry.ts";
import type { Message } from "./types.ts";

type Reaction = Message["reactions"][number];
/** An emoji as reactions name it. */
export type ReactionEmoji = Pick<Reaction, "emoji_name" | "emoji_code"> & { readonly reaction_type: string };

/** Nothing in it but data: it can be stored as it is. */
export interface PendingReaction {
  readonly id: string;
  readonly op: "add" | "remove";
  readonly message_id: number;
  readonly emoji: ReactionEmoji;
  /** It may have arrived already. */
  readonly wasSent: boolean;
}

export interface PendingReactionsOptions {
  readonly connection: Connection;
  readonly cache: MessageCache;
  readonly persistence?: Persistence<PendingReaction>;
  /** What the server has refused is not tried again. */
  onRefused?(error: RequestError): void;
}

/** Longer than this the server is not silent about what it has done. */
const UNHEARD_MS = 1000;
/** What these say of a second try was done by the first. */
const DONE_BEFORE = ["REACTION_ALREADY_EXISTS", "REACTION_DOES_NOT_EXIST"];

export class PendingReactions {
  readonly #options: PendingReactionsOptions;
  readonly #listeners = new Listeners<[]>();
  readonly #stop = new AbortController();
  readonly #backoff = new Backoff();
  #entries: readonly PendingReaction[] = [];
  /** Done, and shown until the server has told of it. */
  #unheard: readonly PendingReaction[] = [];
  #shown: readonly PendingReaction[] = [];
  #shownOf: ReadonlyMap<number, readonly PendingReaction[]> = new Map();
  #wake = new AbortController();
  #isSending = false;
  #isWaiting = false;
  #saved: Promise<void> = Promise.resolve();

  constructor(options: PendingReactionsOptions) {
    this.#options = options;
  }

  /** In the order in which they were made; another list when something has changed. */
  get entries(): readonly PendingReaction[] {
    return this.#shown;
  }

  /** Those to a message; the same empty list where there are none. */
  of(messageId: number): readonly PendingReaction[] {
    return this.#shownOf.get(messageId) ?? NONE;
  }

  /** Whether the server could not be reached, and something waits for it. */
  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Takes up what was stored, before what has been done since. */
  async load(): Promise<void> {
    const stored = (await this.#options.persistence?.load()) ?? [];
    const known = new Set(this.#entries.map(({ id }) => id));
    this.#set([...stored.filter(({ id }) => !known.has(id)), ...this.#entries]);
    this.resume();
  }

  /** Adds the reaction or takes it back, from how it will be when all has been sent. What was not sent yet is only forgotten. */
  toggle({ message_id, emoji, isThere }: { message_id: number; emoji: ReactionEmoji; isThere: boolean }): void {
    const isMeant = (each: PendingReaction) => each.message_id === message_id && isSameEmoji(each.emoji, emoji);
    const waiting = this.#entries.findLast(isMeant);
    if (waiting && !waiting.wasSent) {
      this.#set(this.#entries.filter((each) => each !== waiting));
      return;
    }
    const last = waiting ?? this.#unheard.findLast(isMeant);
    const op = (last ? last.op === "add" : isThere) ? "remove" : "add";
    this.#set([...this.#entries, { id: newId(), op, message_id, emoji, wasSent: false }]);
    void this.#sendAll();
  }

  /** The connection may be back: tries at once. */
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

  /** Answers with what went wrong if it is to be tried again. */
  async #sendOne(entry: PendingReaction): Promise<unknown> {
    const { connection, onRefused } = this.#options;
    const { id, op, message_id, emoji, wasSent } = entry;
    // It is written down that it may have arrived before it can have.
    this.#set(this.#entries.map((each) => (each.id === id ? { ...each, wasSent: true } : each)));
    await this.#saved;
    const operation = op === "add" ? reactions.addReaction : reactions.removeReaction;
    const args = { message_id, ...emoji } as ArgumentsOf<(typeof reactions.addReaction)["params"]>;
    try {
      await connection.call(operation as typeof reactions.addReaction, args, { signal: this.#stop.signal });
      this.#backoff.reset();
      this.#waitToHear(entry);
    } catch (error) {
      const isRefused = error instanceof RequestError && !mayWait(error);
      if (!isRefused) return error;
      if (!wasSent || !DONE_BEFORE.includes(error.code)) onRefused?.(error);
    }
    return undefined;
  }

  /** Nothing flickers between the answer and the event. */
  #waitToHear(entry: PendingReaction): void {
    const { cache } = this.#options;
    const over = new AbortController();
    const leave = cache.onMessage(entry.message_id, () => over.abort());
    this.#unheard = [...this.#unheard, entry];
    void pause(UNHEARD_MS, AbortSignal.any([over.signal, this.#stop.signal])).then(() => {
      leave();
      this.#unheard = this.#unheard.filter((each) => each !== entry);
      this.#tell();
    });
  }

  #without(id: string): readonly PendingReaction[] {
    return this.#entries.filter((each) => each.id !== id);
  }

  #set(entries: readonly PendingReaction[]): void {
    this.#entries = entries;
    this.#tell();
    const { persistence } = this.#options;
    // What cannot be stored is sent all the same.
    if (persistence) this.#saved = this.#saved.then(() => persistence.save(this.#entries)).catch(() => {});
  }

  #tell(): void {
    this.#shown = [...this.#unheard, ...this.#entries];
    this.#shownOf = Map.groupBy(this.#shown, ({ message_id }) => message_id);
    this.#listeners.tell();
  }
}

export const isSameEmoji = (one: ReactionEmoji, other: ReactionEmoji): boolean =>
  one.emoji_code === other.emoji_code && one.reaction_type === other.reaction_type;

const NONE: readonly PendingReaction[] = [];

/** The reactions to a message as they will be. */
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

const newId = (): string => crypto.getRandomValues(new Uint32Array(2)).join("-");
