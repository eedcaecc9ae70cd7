/**
 * Flag changes on their way to the server: messages read, starred or marked as unread. They are sent in order, batched
 * by the second, and kept while the server is unreachable, even across a reload. The store itself changes only by
 * events.
 */

import { readState } from "@parley/server/contract";
import { Backoff, pause } from "../backoff.ts";
import type { Connection } from "../connection.ts";
import { type Deferred, deferred } from "../deferred.ts";
import type { Store } from "../store/store.ts";
import { Listeners } from "./listeners.ts";
import { canonicalNarrow, type Narrow, type Term } from "./narrow.ts";
import { wireTerms } from "./page.ts";
import type { Persistence } from "./persistence.ts";
import { canRetryLater } from "./retry.ts";

export type Flag = "read" | "starred" | "collapsed";

interface Marks {
  readonly kind: "marks";
  readonly op: "add" | "remove";
  readonly flag: Flag;
  readonly ids: Set<number>;
}

interface Stretch {
  readonly kind: "stretch";
  readonly op: "add" | "remove";
  readonly narrow: readonly Term[];
  /** Advances with each request. */
  anchor: string;
  includesAnchor: boolean;
  readonly done: Deferred<number>;
  changed: number;
}

type Task = Marks | Stretch;
type SentMarks = Pick<Marks, "op" | "flag"> & { readonly ids: ReadonlySet<number> };

/** A pending change in its stored form. */
export type KeptMark = (Omit<Marks, "ids"> & { readonly ids: readonly number[] }) | Omit<Stretch, "done" | "changed">;

export interface ReadMarksOptions {
  /** How long changes are collected before they are sent. */
  readonly intervalMs?: number;
  readonly persistence?: Persistence<KeptMark>;
  /** The server rejected a change; it is not retried. */
  onRefused?(error: Error): void;
}

/** A sent change stays visible for this long while its event is outstanding. */
const EVENT_TIMEOUT_MS = 1000;
const PER_REQUEST = 1000;
const PER_STRETCH = 5000;

export class ReadMarks {
  readonly #connection: Connection;
  readonly #store: Store;
  readonly #options: ReadMarksOptions;
  readonly #listeners = new Listeners<[]>();
  readonly #stop = new AbortController();
  readonly #backoff = new Backoff();
  readonly #tasks: Task[] = [];
  #wake = new AbortController();
  #working: Promise<void> | undefined;
  /** The last request failed; waiting to retry. */
  #isPausing = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Sent, and shown until the event arrives. */
  #unconfirmed: readonly SentMarks[] = [];
  #isStored = false;
  #saved: Promise<void> = Promise.resolve();

  constructor(connection: Connection, store: Store, options: ReadMarksOptions = {}) {
    this.#connection = connection;
    this.#store = store;
    this.#options = options;
  }

  /** Restores stored changes, ahead of those made since, and tries to send them. */
  async load(): Promise<void> {
    const stored = (await this.#options.persistence?.load()) ?? [];
    if (stored.length === 0) return;
    this.#isStored = true;
    this.#tasks.unshift(...stored.map(taskOf));
    this.#listeners.notify();
    await this.flush();
  }

  /** The number of changes that wait for the server. */
  get waiting(): number {
    if (!this.#isPausing) return 0;
    return this.#tasks.reduce((count, task) => count + (task.kind === "marks" ? task.ids.size : 1), 0);
  }

  /** Marks messages as read. */
  seen(ids: Iterable<number>): void {
    this.mark("read", "add", ids);
  }

  mark(flag: Flag, op: "add" | "remove", ids: Iterable<number>): void {
    const last = this.#tasks.at(-1);
    const isOpen = last?.kind === "marks" && last.flag === flag && last.op === op;
    const marks: Marks = isOpen ? last : { kind: "marks", op, flag, ids: new Set() };
    const before = marks.ids.size;
    for (const id of ids) marks.ids.add(id);
    if (marks.ids.size === before) return;
    if (!isOpen) this.#tasks.push(marks);
    this.#listeners.notify();
    if (this.#isPausing) this.#save();
    else this.#timer ??= setTimeout(() => void this.flush(), this.#options.intervalMs ?? 1000);
  }

  /** Whether a change to the message's flag is waiting for its response. */
  isPending(id: number, flag: Flag = "read"): boolean {
    return this.#tasks.some((task) => task.kind === "marks" && task.flag === flag && task.ids.has(id));
  }

  /** The last pending change to the flag; undefined if there is none. */
  pendingOp(id: number, flag: Flag = "read"): "add" | "remove" | undefined {
    const isMeant = (each: { readonly flag: Flag; readonly ids: ReadonlySet<number> }) =>
      each.flag === flag && each.ids.has(id);
    return (
      this.#tasks.findLast((task) => task.kind === "marks" && isMeant(task)) ?? this.#unconfirmed.findLast(isMeant)
    )?.op;
  }

  /** Called when changes are queued, and when they are answered. */
  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Marks the narrow's messages as unread from this one on; resolves with the number of changes. */
  markUnreadFrom(narrow: Narrow, id: number): Promise<number> {
    const terms = canonicalNarrow(narrow, this.#store.state);
    return this.#stretch({ op: "remove", narrow: terms, anchor: String(id) });
  }

  /** Marks everything in the narrow as read; resolves with the number of changes. */
  markAllRead(narrow: Narrow): Promise<number> {
    const unread: Term = { operator: "is", operand: "unread" };
    const terms = canonicalNarrow([...canonicalNarrow(narrow, this.#store.state), unread], this.#store.state);
    return this.#stretch({ op: "add", narrow: terms, anchor: "oldest" });
  }

  /** Sends at once. Resolves when everything is sent, or when the server is unreachable. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#wake.abort();
    this.#isPausing = false;
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
    });
    return this.#working;
  }

  /** Retries at once. Call when the connection may be back. */
  resume(): void {
    this.#backoff.reset();
    void this.flush();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#stop.abort();
    for (const task of this.#tasks) if (task.kind === "stretch") task.done.reject(new Error("It was given up."));
  }

  #stretch(asked: Pick<Stretch, "op" | "narrow" | "anchor">): Promise<number> {
    const done = deferred<number>();
    this.#tasks.push({ kind: "stretch", includesAnchor: true, changed: 0, done, ...asked });
    void this.flush();
    return done.promise;
  }

  async #work(): Promise<void> {
    const { signal } = this.#stop;
    for (let [task] = this.#tasks; task && !signal.aborted; [task] = this.#tasks) {
      try {
        const isDone = task.kind === "marks" ? await this.#sendMarks(task) : await this.#sendStretch(task);
        this.#backoff.reset();
        if (isDone) this.#tasks.splice(this.#tasks.indexOf(task), 1);
      } catch (error) {
        if (signal.aborted) return;
        if (canRetryLater(error)) {
          this.#retryLater(error);
          return;
        }
        this.#tasks.splice(this.#tasks.indexOf(task), 1);
        if (task.kind === "stretch") task.done.reject(error as Error);
        else this.#options.onRefused?.(error as Error);
      }
      if (this.#isStored) this.#save();
      this.#listeners.notify();
    }
  }

  #retryLater(error: unknown): void {
    this.#wake = new AbortController();
    this.#isPausing = true;
    this.#save();
    this.#listeners.notify();
    const signal = AbortSignal.any([this.#stop.signal, this.#wake.signal]);
    void pause(this.#backoff.after(error), signal).then(() => {
      if (!signal.aborted) void this.flush();
    });
  }

  /** Sends one batch. Ids added meanwhile go with the next. */
  async #sendMarks({ op, flag, ids }: Marks): Promise<boolean> {
    const some = [...ids].slice(0, PER_REQUEST);
    await this.#connection.call(
      readState.updateMessageFlags,
      { messages: some, op, flag },
      { signal: this.#stop.signal },
    );
    for (const id of some) ids.delete(id);
    if (flag !== "read") this.#showUntilEvent({ op, flag, ids: new Set(some) });
    return ids.size === 0;
  }

  /** Prevents flicker between the response and the event. */
  #showUntilEvent(sent: SentMarks): void {
    this.#unconfirmed = [...this.#unconfirmed, sent];
    void pause(EVENT_TIMEOUT_MS, this.#stop.signal).then(() => {
      this.#unconfirmed = this.#unconfirmed.filter((each) => each !== sent);
      this.#listeners.notify();
    });
  }

  /** Sending goes on even if saving fails. */
  #save(): void {
    const { persistence } = this.#options;
    if (!persistence) return;
    this.#isStored = this.#tasks.length > 0;
    this.#saved = this.#saved.then(() => persistence.save(this.#tasks.map(keptOf))).catch(() => {});
  }

  async #sendStretch(task: Stretch): Promise<boolean> {
    const answer = await this.#connection.call(
      readState.updateMessageFlagsForNarrow,
      {
        anchor: task.anchor,
        include_anchor: task.includesAnchor,
        num_before: 0,
        num_after: PER_STRETCH,
        narrow: wireTerms(task.narrow, this.#store.state.users.ownId),
        op: task.op,
        flag: "read",
      },
      { signal: this.#stop.signal },
    );
    task.changed += answer.updated_count;
    const isDone = answer.found_newest || answer.last_processed_id === null;
    if (isDone) task.done.resolve(task.changed);
    task.anchor = String(answer.last_processed_id);
    task.includesAnchor = false;
    return isDone;
  }
}

function keptOf(task: Task): KeptMark {
  if (task.kind === "marks") return { ...task, ids: [...task.ids] };
  const { done: _, changed: __, ...kept } = task;
  return kept;
}

function taskOf(kept: KeptMark): Task {
  if (kept.kind === "marks") return { ...kept, ids: new Set(kept.ids) };
  const done = deferred<number>();
  // Its caller is gone since the reload.
  done.promise.catch(() => {});
  return { ...kept, done, changed: 0 };
}
