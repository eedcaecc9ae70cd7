/**
 * Threads that read beside the event loop, each with its own connections to the database (decision 109). None runs until the
 * event loop is busy, and they end when it has been idle for a while: a small installation does not pay for them.
 */
import { performance } from "node:perf_hooks";
import type { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import { DatabaseUnavailable } from "../db/unavailable.ts";
import { type CallerKey, LargeReaders } from "./large-readers.ts";
import type { FromReadingThread, ReadAnswer, ReadingTask, ReadOutcome, ToReadingThread } from "./task.ts";

const LOOK_EVERY_MS = 1000;
/** The share of its time that the event loop works, from which on a thread helps, and for how many looks in a row. */
const BUSY = 0.5;
const BUSY_LOOKS = 3;
/** Another thread is started when all of them work this much. */
const THREADS_BUSY = 0.7;
/** A thread ends when the event loop has worked less than this, and the threads too, for so many looks in a row. */
const IDLE = 0.2;
const IDLE_LOOKS = 60;
/** After a thread failed to start, so many looks pass before another one is started; twice as many after each further failure. */
const PAUSE_LOOKS = 10;
const LONGEST_PAUSE_LOOKS = 600;
/** Of each thread. Beyond this, requests are handled on the event loop, which has its own order. */
const MOST_WAITING = 64;

/** Of a task that a thread could not carry out. */
export type Unanswered = "unanswered";

type Utilization = ReturnType<typeof performance.eventLoopUtilization>;

interface WaitingRead extends PromiseWithResolvers<ReadAnswer | Unanswered> {
  readonly caller: CallerKey;
  readonly isLarge: boolean;
}

interface ReadingThread {
  readonly worker: Worker;
  readonly waiting: Map<number, WaitingRead>;
  /** How many of them ask for much, or are of callers whose responses are large. */
  largeWaiting: number;
  hasStarted: boolean;
  /** Whether it accepts requests. */
  isReady: boolean;
  seen: Utilization | undefined;
}

export interface ReadingThreadsOptions {
  /** The maximum number; 0 for none. */
  readonly most: number;
  readonly log: Logger;
  startThread(): Worker;
  readonly lookEveryMs?: number;
  /** The share of its time that the event loop has worked since this was last asked. */
  readonly loopUtilization?: () => number;
}

export class ReadingThreads {
  readonly #options: ReadingThreadsOptions;
  readonly #threads = new Set<ReadingThread>();
  readonly #largeReaders = new LargeReaders();
  #timer: NodeJS.Timeout | undefined;
  readonly #loopUtilization: () => number;
  #busyLooks = 0;
  #idleLooks = 0;
  /** Threads in a row that failed to start, and how many looks are left until another one may. */
  #failures = 0;
  #pausedLooks = 0;
  #number = 0;
  /** How many requests threads have answered. */
  answered = 0;
  #isClosed = false;

  constructor(options: ReadingThreadsOptions) {
    this.#options = options;
    this.#loopUtilization = options.loopUtilization ?? utilizationOfLoop();
  }

  /** Looks from time to time how busy the event loop is. */
  watch(): void {
    if (this.#options.most === 0) return;
    this.#timer = setInterval(() => this.#look(), this.#options.lookEveryMs ?? LOOK_EVERY_MS);
    this.#timer.unref();
  }

  get count(): number {
    return this.#threads.size;
  }

  /** Undefined if no thread can take the request now. `asksForMuch` is what its parameters say of its response. */
  async run(
    caller: CallerKey,
    taskOf: () => ReadingTask,
    { asksForMuch = false } = {},
  ): Promise<ReadAnswer | Unanswered | undefined> {
    const isLarge = asksForMuch || this.#largeReaders.has(caller);
    const thread = isLarge ? this.#threadForLarge() : this.#leastBusy(({ largeWaiting }) => largeWaiting === 0);
    if (!thread) return undefined;
    const number = ++this.#number;
    // First, because it throws if the task cannot be copied; then nobody waits for it.
    thread.worker.postMessage({ number, task: taskOf() } satisfies ToReadingThread);
    const read = { ...Promise.withResolvers<ReadAnswer | Unanswered>(), caller, isLarge };
    thread.waiting.set(number, read);
    if (isLarge) thread.largeWaiting++;
    thread.worker.ref();
    return read.promise;
  }

  /** One that has such reads already, if it can take more: the others are left to everybody else. */
  #threadForLarge(): ReadingThread | undefined {
    return this.#leastBusy(({ largeWaiting }) => largeWaiting > 0) ?? this.#leastBusy(() => true);
  }

  #leastBusy(isSuitable: (thread: ReadingThread) => boolean): ReadingThread | undefined {
    let least: ReadingThread | undefined;
    // Threads that are being ended still exist for a moment.
    if (this.#isClosed) return undefined;
    for (const thread of this.#threads) {
      if (!thread.isReady || !isSuitable(thread)) continue;
      if (thread.waiting.size < (least?.waiting.size ?? MOST_WAITING)) least = thread;
    }
    return least;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()));
  }

  /** Resolves when the thread is ready; for tests, which do not wait until the event loop is busy. */
  async start(): Promise<void> {
    const { worker } = this.#startThread();
    await new Promise<void>((resolve, reject) => {
      worker.once("message", () => resolve());
      worker.once("error", reject);
    });
  }

  #startThread(): ReadingThread {
    const worker = this.#options.startThread();
    const thread: ReadingThread = {
      worker,
      waiting: new Map(),
      largeWaiting: 0,
      hasStarted: false,
      isReady: false,
      seen: undefined,
    };
    this.#threads.add(thread);
    // Only a request in progress keeps the process alive.
    worker.unref();
    worker.on("message", (message: FromReadingThread) => this.#receive(thread, message));
    worker.on("error", (error) => this.#options.log.error({ err: error }, "a reading thread failed"));
    // Which request it answers is not known, so all that it was reading fail.
    worker.on("messageerror", (error) => {
      this.#options.log.error({ err: error }, "a reading thread sent what cannot be read");
      thread.isReady = false;
      void worker.terminate();
    });
    worker.on("exit", () => this.#ended(thread));
    return thread;
  }

  #receive(thread: ReadingThread, message: FromReadingThread): void {
    if (message === "ready") {
      thread.hasStarted = true;
      thread.isReady = true;
      this.#failures = 0;
    } else this.#settle(thread, message);
  }

  #settle(thread: ReadingThread, { number, answer, unavailable }: ReadOutcome & { number: number }): void {
    const { waiting, worker } = thread;
    const outcome = waiting.get(number);
    waiting.delete(number);
    if (waiting.size === 0) worker.unref();
    if (outcome?.isLarge) thread.largeWaiting--;
    if (outcome && answer) this.#largeReaders.note(outcome.caller, answer.characters);
    if (answer) this.answered++;
    if (unavailable) outcome?.reject(new DatabaseUnavailable(unavailable.sentence, unavailable));
    else outcome?.resolve(answer ?? "unanswered");
  }

  /** What it was reading may be the reason, so that is not tried again on the event loop. */
  #ended(thread: ReadingThread): void {
    this.#threads.delete(thread);
    if (!thread.hasStarted && !this.#isClosed) this.#failedToStart();
    if (thread.waiting.size > 0 && !this.#isClosed)
      this.#options.log.error({ requests: thread.waiting.size }, "a reading thread ended while it was reading");
    for (const { reject } of thread.waiting.values()) reject(new Error("The thread that read the response ended."));
    thread.waiting.clear();
  }

  #failedToStart(): void {
    this.#pausedLooks = Math.min(PAUSE_LOOKS * 2 ** this.#failures, LONGEST_PAUSE_LOOKS);
    this.#failures++;
  }

  #look(): void {
    if (this.#pausedLooks > 0) this.#pausedLooks--;
    const busy = this.#loopUtilization();
    const threads = [...this.#threads];
    const ofThreads = threads.map((thread) => utilizationOf(thread));
    const isBusy = threads.length === 0 ? busy > BUSY : ofThreads.every((each) => each > THREADS_BUSY);
    this.#busyLooks = isBusy ? this.#busyLooks + 1 : 0;
    const isIdle = busy < IDLE && ofThreads.every((each) => each < IDLE);
    this.#idleLooks = isIdle ? this.#idleLooks + 1 : 0;
    if (this.#busyLooks >= BUSY_LOOKS && threads.length < this.#options.most && this.#pausedLooks === 0) {
      this.#busyLooks = 0;
      this.#startAnother();
    } else if (this.#idleLooks >= IDLE_LOOKS && threads.length > 0) {
      this.#idleLooks = 0;
      this.#endOne();
    }
  }

  #startAnother(): void {
    const { log } = this.#options;
    try {
      this.#startThread();
      log.info({ threads: this.#threads.size }, "the event loop is busy: started a reading thread");
    } catch (error) {
      log.error({ err: error }, "could not start a reading thread");
      this.#failedToStart();
    }
  }

  #endOne(): void {
    const unused = [...this.#threads].find(({ waiting }) => waiting.size === 0);
    if (!unused) return;
    unused.isReady = false;
    void unused.worker.terminate();
  }
}

function utilizationOfLoop(): () => number {
  let seen = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, seen);
    seen = now;
    return utilization;
  };
}

/** The share of its time that a thread has worked since this was last asked; none while it starts, so that it is waited for. */
function utilizationOf(thread: ReadingThread): number {
  if (!thread.isReady) return 0;
  const now = thread.worker.performance.eventLoopUtilization();
  const { utilization } = thread.seen
    ? thread.worker.performance.eventLoopUtilization(now, thread.seen)
    : { utilization: 1 };
  thread.seen = now;
  return utilization;
}
