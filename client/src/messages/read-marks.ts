/**
 * What the user has seen, starred or wants unread again, on its way to the server: in the order in which it was done, a
 * second's worth at a time, and kept while the server cannot be reached, also over a reload. What is so is in the store,
 * which changes by events.
 */
import { readState } from "@parley/server/contract";
import { Backoff, pause } from "../backoff.ts";
import type { Connection } from "../connection.ts";
import type { Store } from "../store/store.ts";
import { Listeners } from "./listeners.ts";
import { canonicalNarrow, type Narrow, type Term } from "./narrow.ts";
import { wireTerms } from "./page.ts";
import type { Persistence } from "./persistence.ts";
import { mayWait } from "./retry.ts";

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
  /** Moves on as it is done. */
  anchor: string;
  includesAnchor: boolean;
  readonly done: PromiseWithResolvers<number>;
  changed: number;
}

type Task = Marks | Stretch;
type Answered = Pick<Marks, "op" | "flag"> & { readonly ids: ReadonlySet<number> };

/** What waits, as it is stored. */
export type KeptMark = (Omit<Marks, "ids"> & { readonly ids: readonly number[] }) | Omit<Stretch, "done" | "changed">;

export interface ReadMarksOptions {
  /** How long marks are collected. */
  readonly intervalMs?: number;
  readonly persistence?: Persistence<KeptMark>;
  /** What the server has refused is not tried again. */
  onRefused?(error: Error): void;
}

/** Longer than this the server is not silent about what it has done. */
const UNHEARD_MS = 1000;
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
  /** The server could not be reached a moment ago. */
  #isPausing = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Answered, and shown until the server has told of it. */
  #unheard: readonly Answered[] = [];
  #isStored = false;
  #saved: Promise<void> = Promise.resolve();

  constructor(connection: Connection, store: Store, options: ReadMarksOptions = {}) {
    this.#connection = connection;
    this.#store = store;
    this.#options = options;
  }

  /** Takes up what was stored, before what has been done since; it is sent at once if it can be. */
  async load(): Promise<void> {
    const stored = (await this.#options.persistence?.load()) ?? [];
    if (stored.length === 0) return;
    this.#isStored = true;
    this.#tasks.unshift(...stored.map(taskOf));
    this.#listeners.tell();
    await this.flush();
  }

  /** How many things wait for the server. */
  get waiting(): number {
    if (!this.#isPausing) return 0;
    return this.#tasks.reduce((count, task) => count + (task.kind === "marks" ? task.ids.size : 1), 0);
  }

  /** These have been seen. */
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
    this.#listeners.tell();
    if (this.#isPausing) this.#save();
    else this.#timer ??= setTimeout(() => void this.flush(), this.#options.intervalMs ?? 1000);
  }

  /** Whether something done to the message's flag has not been answered yet. */
  isPending(id: number, flag: Flag = "read"): boolean {
    return this.#tasks.some((task) => task.kind === "marks" && task.flag === flag && task.ids.has(id));
  }

  /** What the flag will be when all has been sent; undefined when nothing is on its way. */
  pendingOp(id: number, flag: Flag = "read"): "add" | "remove" | undefined {
    const isMeant = (each: { readonly flag: Flag; readonly ids: ReadonlySet<number> }) =>
      each.flag === flag && each.ids.has(id);
    return (this.#tasks.findLast((task) => task.kind === "marks" && isMeant(task)) ?? this.#unheard.findLast(isMeant))
      ?.op;
  }

  /** When marks come to be pending, and when they are answered. */
  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Everything of the narrow from this message on is unread again; resolves with how many were not. */
  markUnreadFrom(narrow: Narrow, id: number): Promise<number> {
    const terms = canonicalNarrow(narrow, this.#store.state);
    return this.#stretch({ op: "remove", narrow: terms, anchor: String(id) });
  }

  /** Everything of the narrow is read; resolves with how many were not. */
  markAllRead(narrow: Narrow): Promise<number> {
    const unread: Term = { operator: "is", operand: "unread" };
    const terms = canonicalNarrow([...canonicalNarrow(narrow, this.#store.state), unread], this.#store.state);
    return this.#stretch({ op: "add", narrow: terms, anchor: "oldest" });
  }

  /** Sends what there is, now. Resolves when it has been sent, or when the server cannot be reached. */
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

  /** The connection may be back: tries at once. */
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
    const done = Promise.withResolvers<number>();
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
        if (mayWait(error)) {
          this.#retryLater(error);
          return;
        }
        this.#tasks.splice(this.#tasks.indexOf(task), 1);
        if (task.kind === "stretch") task.done.reject(error as Error);
        else this.#options.onRefused?.(error as Error);
      }
      if (this.#isStored) this.#save();
      this.#listeners.tell();
    }
  }

  #retryLater(error: unknown): void {
    this.#wake = new AbortController();
    this.#isPausing = true;
    this.#save();
    this.#listeners.tell();
    const signal = AbortSignal.any([this.#stop.signal, this.#wake.signal]);
    void pause(this.#backoff.after(error), signal).then(() => {
      if (!signal.aborted) void this.flush();
    });
  }

  /** Some at a time. What is added while they are on their way goes with the next ones. */
  async #sendMarks({ op, flag, ids }: Marks): Promise<boolean> {
    const some = [...ids].slice(0, PER_REQUEST);
    await this.#connection.call(
      readState.updateMessageFlags,
      { messages: some, op, flag },
      { signal: this.#stop.signal },
    );
    for (const id of some) ids.delete(id);
    if (flag !== "read") this.#waitToHear({ op, flag, ids: new Set(some) });
    return ids.size === 0;
  }

  /** Nothing flickers between the answer and the event. */
  #waitToHear(answered: Answered): void {
    this.#unheard = [...this.#unheard, answered];
    void pause(UNHEARD_MS, this.#stop.signal).then(() => {
      this.#unheard = this.#unheard.filter((each) => each !== answered);
      this.#listeners.tell();
    });
  }

  /** What cannot be stored is sent all the same. */
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
  const done = Promise.withResolvers<number>();
  // Whoever asked for it is gone.
  done.promise.catch(() => {});
  return { ...kept, done, changed: 0 };
}
