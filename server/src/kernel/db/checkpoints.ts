/**
 * Copies SQLite's write-ahead log into the database file. This means megabytes and waiting for the disk, so a separate
 * thread does it while writes continue; it starts when there is something to do.
 */
import { statSync } from "node:fs";
import { Worker } from "node:worker_threads";
import type { CheckpointData, FromCheckpointThread, ToCheckpointThread } from "./checkpoint-thread.ts";
import type { ShippingOptions, ShippingStatus } from "./shipping/status.ts";
import type { SqliteCondition } from "./sqlite-condition.ts";

/** What the thread needs to know to ship the log, besides the file. */
export type LogShipping = Omit<ShippingOptions, "databaseFile" | "worthwhilePages" | "mostPages" | "shippedUntilMs"> & {
  onStatus(status: ShippingStatus): void;
};

/** Long enough to collect changes to the same page, short enough to keep the log small. */
const AFTER_MS = 500;
/** 16 MB: a page that changes with every message is then copied once for many of them. */
const WORTHWHILE_PAGES = 4000;
const PAGE_BYTES = 4096;
/** 512 MB: of a longer log that waits to be shipped, the disk is more precious than the history. */
const MOST_PAGES = 131_072;
/** Before a thread that has failed is started again. */
const RESTART_MS = 5000;
/** Longer than the thread itself waits for the place of the log. */
const CLOSE_MS = 20_000;

export class Checkpoints {
  readonly #file: string;
  readonly #condition: SqliteCondition;
  /** Called with whether the thread copies the log, or the writer must copy a large one itself. */
  readonly #onCopying: (isCopying: boolean) => void;
  readonly #restartMs: number;
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #shipping: LogShipping | undefined;
  #paused: (() => void) | undefined;
  #started: (() => void) | undefined;
  /** Everything that was committed before this time is shipped, as far as a thread has said. */
  #shippedUntilMs: number | undefined;
  #isCopying = false;
  #isClosing = false;

  constructor(
    file: string,
    condition: SqliteCondition,
    onCopying: (isCopying: boolean) => void,
    { restartMs = RESTART_MS } = {},
  ) {
    this.#file = file;
    this.#condition = condition;
    this.#onCopying = onCopying;
    this.#restartMs = restartMs;
  }

  /** From now on the thread ships the log, and copies only what is shipped. Resolves when it notices every commit. */
  ship(shipping: LogShipping): Promise<void> {
    this.#shipping = shipping;
    this.#shippedUntilMs ??= Date.now();
    const { onStatus: _, ...options } = shipping;
    const lengths = { worthwhilePages: WORTHWHILE_PAGES, mostPages: MOST_PAGES };
    const known = { databaseFile: this.#file, ...lengths, shippedUntilMs: this.#shippedUntilMs };
    this.#worker ??= this.#start();
    const started = new Promise<void>((resolve) => {
      this.#started = resolve;
    });
    this.#post({ ship: { ...options, ...known } });
    return started;
  }

  /** Resolves when the log may be emptied. */
  async pause(): Promise<void> {
    if (!this.#shipping || !this.#worker) return;
    const paused = new Promise<void>((resolve) => {
      this.#paused = resolve;
    });
    this.#post("pause");
    await paused;
  }

  /** Called after each commit. */
  after(): void {
    if (this.#shipping) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (!this.#worker && !this.#isLogLarge()) return;
      this.#worker ??= this.#start();
      this.#post("look");
    }, AFTER_MS).unref();
  }

  /** The file never shrinks while it is open, so a small one has few pages: a quiet server needs no thread. */
  #isLogLarge(): boolean {
    const log = statSync(`${this.#file}-wal`, { throwIfNoEntry: false });
    return log !== undefined && log.size >= WORTHWHILE_PAGES * PAGE_BYTES;
  }

  #start(): Worker {
    const workerData: CheckpointData = { file: this.#file, worthwhilePages: WORTHWHILE_PAGES };
    const options = { workerData, execArgv: [] };
    const worker = new Worker(new URL("./checkpoint-thread.ts", import.meta.url), options);
    worker.unref();
    worker.on("message", (message: FromCheckpointThread) => {
      if (message === "paused") return this.#paused?.();
      if ("status" in message) return this.#shipped(message.status);
      const { fault } = message;
      if (fault) this.#condition.told("checkpoint", Object.assign(new Error(fault.message), fault));
      else this.#condition.worked("checkpoint");
      this.#noteCopying(!fault);
    });
    let failure: unknown;
    worker.on("error", (error) => {
      failure = error;
    });
    worker.on("exit", (code) => this.#ended(worker, failure ?? `The thread has ended with code ${code}.`));
    return worker;
  }

  #shipped(status: ShippingStatus): void {
    this.#started?.();
    this.#shippedUntilMs = status.shippedUntilMs;
    this.#noteCopying(true);
    this.#shipping?.onStatus(status);
  }

  #noteCopying(isCopying: boolean): void {
    if (this.#isCopying !== isCopying) this.#onCopying(isCopying);
    this.#isCopying = isCopying;
  }

  /** Without the thread, the writer copies a large log itself. */
  #ended(worker: Worker, failure: unknown): void {
    if (this.#worker === worker) this.#worker = undefined;
    this.#paused?.();
    this.#started?.();
    if (this.#isClosing) return;
    this.#noteCopying(false);
    if (!this.#shipping) return;
    // Nothing is shipped until the next thread does it.
    this.#shipping.onStatus({ shippedUntilMs: this.#shippedUntilMs ?? 0, failure: String(failure) });
    this.#timer = setTimeout(() => this.#shipping && void this.ship(this.#shipping), this.#restartMs).unref();
  }

  #post(message: ToCheckpointThread): void {
    this.#worker?.postMessage(message);
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    clearTimeout(this.#timer);
    const worker = this.#worker;
    if (!worker) return;
    worker.ref();
    this.#post("close");
    // Not the function `once`, which rejects when the thread ends with an error.
    const ended = new Promise((resolve) => worker.once("exit", resolve));
    const patience = setTimeout(() => void worker.terminate(), CLOSE_MS);
    await ended;
    clearTimeout(patience);
  }
}
