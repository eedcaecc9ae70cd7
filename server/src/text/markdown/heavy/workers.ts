/**
 * Worker threads for the heavy parts of texts (decision 058). The CPU time of a text and the memory of a thread are
 * limited; a thread that exceeds them is terminated and replaced, and unfinished parts are shown as written. Each
 * account has one text in progress at a time, and accounts take turns.
 */

import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import { RateLimitHit } from "../../../kernel/api/errors.ts";
import { part } from "../../../kernel/part.ts";
import { type FromThread, type HeavyResult, type HeavyTask, taskKey } from "./tasks.ts";

/** CPU time for all tasks of one text. */
const DEADLINE_MS = 1_000;
/** Elapsed time, for a thread that gets no CPU on a busy machine. */
const PATIENCE_MS = 5_000;
/**
 * Node terminates a thread that reaches this, with a reserve of 16 MB; the limits on formulas (katex.ts) keep a single
 * step from needing more.
 */
const MEMORY_MB = 128;
/** A thread that has had nothing to do for so long ends: what it has loaded takes 30 to 100 MB. */
const IDLE_MS = 30_000;
const MAX_WAITING_OF_ACCOUNT = 5;
const MAX_WAITING = 200;

/** Results by task key. */
export type HeavyResults = ReadonlyMap<string, HeavyResult<HeavyTask>>;

export interface Requester {
  /** The author's id, or a name for texts without an author. */
  readonly account: number | string;
  /** For the server's own work, which waits instead of being refused. */
  readonly isPatient?: boolean;
}

interface Text {
  readonly account: number | string;
  readonly tasks: readonly HeavyTask[];
  readonly results: Map<string, HeavyResult<HeavyTask>>;
  readonly resolve: (results: HeavyResults) => void;
}

interface Thread {
  readonly worker: Worker;
  isReady: boolean;
  text: Text | undefined;
  stopWatch: () => void;
  /** Runs while it has nothing to do. */
  idleTimer: NodeJS.Timeout | undefined;
}

export interface RenderWorkersOptions {
  readonly log: Logger;
  readonly size?: number;
  readonly deadlineMs?: number;
  readonly memoryMb?: number;
  readonly idleMs?: number;
}

export const renderers = part<RenderWorkers>("threads to render in");

export class RenderWorkers {
  readonly #log: Logger;
  readonly #size: number;
  readonly #deadlineMs: number;
  readonly #memoryMb: number;
  readonly #idleMs: number;
  readonly #threads = new Set<Thread>();
  /** The account that has waited longest comes first. */
  readonly #waiting = new Map<number | string, Text[]>();
  readonly #busy = new Set<number | string>();
  #isClosed = false;

  constructor(options: RenderWorkersOptions) {
    const { log, size, deadlineMs = DEADLINE_MS, memoryMb = MEMORY_MB, idleMs = IDLE_MS } = options;
    this.#log = log;
    this.#size = size ?? Math.min(2, availableParallelism());
    this.#deadlineMs = deadlineMs;
    this.#memoryMb = memoryMb;
    this.#idleMs = idleMs;
  }

  get count(): number {
    return this.#threads.size;
  }

  /** The result of each task; undefined for those without one, or not in time. */
  run(tasks: readonly HeavyTask[], { account, isPatient = false }: Requester): Promise<HeavyResults> {
    const own = this.#waiting.get(account) ?? [];
    if (!isPatient && (own.length >= MAX_WAITING_OF_ACCOUNT || this.#waitingCount() >= MAX_WAITING))
      throw new RateLimitHit({ "retry-after": 1 });
    return new Promise((resolve) => {
      own.push({ account, tasks, resolve, results: new Map(tasks.map((task) => [taskKey(task), undefined])) });
      this.#waiting.set(account, own);
      this.#assign();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#giveUp();
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()));
  }

  /** If no thread can be started, texts are rendered without their heavy parts. */
  #giveUp(): void {
    for (const text of [...this.#waiting.values()].flat()) text.resolve(text.results);
    this.#waiting.clear();
  }

  #waitingCount(): number {
    let count = 0;
    for (const texts of this.#waiting.values()) count += texts.length;
    return count;
  }

  /** Gives waiting texts to idle threads, and starts missing threads. */
  #assign(): void {
    if (this.#isClosed) return;
    for (;;) {
      const account = this.#nextAccount();
      if (account === undefined) return;
      const free = [...this.#threads].find((thread) => thread.isReady && !thread.text);
      if (free) this.#begin(free, this.#take(account));
      else {
        const starting = [...this.#threads].filter((thread) => !thread.isReady).length;
        if (this.#threads.size < this.#size && starting < this.#waiting.size) this.#start();
        else return;
      }
    }
  }

  #nextAccount(): number | string | undefined {
    return this.#waiting.keys().find((account) => !this.#busy.has(account));
  }

  #take(account: number | string): Text {
    const [text, ...rest] = this.#waiting.get(account) as [Text, ...Text[]];
    // Behind the others, who have waited longer.
    this.#waiting.delete(account);
    if (rest.length > 0) this.#waiting.set(account, rest);
    return text;
  }

  #start(): void {
    const resourceLimits = { maxOldGenerationSizeMb: this.#memoryMb, maxYoungGenerationSizeMb: 16 };
    const worker = new Worker(new URL("./thread.ts", import.meta.url), { resourceLimits });
    const thread: Thread = { worker, isReady: false, text: undefined, stopWatch: () => {}, idleTimer: undefined };
    this.#threads.add(thread);
    // Only a text in progress keeps the process alive.
    worker.unref();
    worker.on("message", (message: FromThread) => this.#receive(thread, message));
    worker.on("error", (error) => this.#log.warn({ err: error }, "a rendering thread failed"));
    worker.on("exit", () => {
      this.#threads.delete(thread);
      clearTimeout(thread.idleTimer);
      if (!thread.isReady) this.#giveUp();
      this.#finish(thread);
    });
  }

  #receive(thread: Thread, message: FromThread): void {
    if (message === "ready") {
      thread.isReady = true;
      this.#assign();
      this.#endLater(thread);
    } else if (message === "done") this.#finish(thread);
    else {
      const { index, result, failure } = message;
      const task = thread.text?.tasks[index];
      if (task) thread.text?.results.set(taskKey(task), result);
      if (failure !== undefined) this.#log.warn({ failure }, "could not render a part of a text");
    }
  }

  #begin(thread: Thread, text: Text): void {
    clearTimeout(thread.idleTimer);
    this.#busy.add(text.account);
    thread.text = text;
    thread.worker.ref();
    thread.worker.postMessage(text.tasks);
    thread.stopWatch = this.#watch(thread);
  }

  /** The text is done, or its thread has ended. */
  #finish(thread: Thread): void {
    const { text } = thread;
    if (text) {
      thread.stopWatch();
      thread.text = undefined;
      thread.worker.unref();
      this.#busy.delete(text.account);
      text.resolve(text.results);
    }
    this.#assign();
    if (this.#threads.has(thread)) this.#endLater(thread);
  }

  #endLater(thread: Thread): void {
    if (thread.text) return;
    clearTimeout(thread.idleTimer);
    thread.idleTimer = setTimeout(() => {
      // At once, so that no text is given to it.
      this.#threads.delete(thread);
      void thread.worker.terminate();
    }, this.#idleMs);
    thread.idleTimer.unref();
  }

  /** Terminates the thread when the text has used up its time. */
  #watch({ worker }: Thread): () => void {
    const begun = performance.now();
    const before = worker.cpuUsage().catch(() => undefined);
    const end = () => {
      this.#log.warn("a text took too long to render; its thread was terminated");
      void worker.terminate();
    };
    const patience = setTimeout(end, PATIENCE_MS);
    let timer = setTimeout(look, this.#deadlineMs);
    const deadlineMs = this.#deadlineMs;
    async function look(): Promise<void> {
      const [first, now] = await Promise.all([before, worker.cpuUsage().catch(() => undefined)]);
      if (isOver) return;
      const waitedMs = performance.now() - begun;
      const usedMs = first && now ? (now.user + now.system - first.user - first.system) / 1000 : waitedMs;
      if (usedMs >= deadlineMs) end();
      else timer = setTimeout(look, Math.max(deadlineMs - usedMs, 10));
    }
    let isOver = false;
    return () => {
      isOver = true;
      clearTimeout(patience);
      clearTimeout(timer);
    };
  }
}
