/**
 * Copies SQLite's write-ahead log into the database file. This means megabytes and waiting for the disk, so a separate
 * thread does it while writes continue; it starts when there is something to do.
 */
import { statSync } from "node:fs";
import { Worker } from "node:worker_threads";
import type { CheckpointData, FromCheckpointThread, ToCheckpointThread } from "./checkpoint-thread.ts";
import type { ShippingOptions, ShippingStatus } from "./shipping/shipper.ts";
import type { SqliteCondition } from "./sqlite-condition.ts";

/** What the thread needs to know to ship the log, besides the file. */
export type LogShipping = Omit<ShippingOptions, "databaseFile" | "worthwhilePages"> & {
  onStatus(status: ShippingStatus): void;
};

/** Long enough to collect changes to the same page, short enough to keep the log small. */
const AFTER_MS = 500;
/** 16 MB: a page that changes with every message is then copied once for many of them. */
const WORTHWHILE_PAGES = 4000;
const PAGE_BYTES = 4096;
/** Before a thread that has failed is started again. */
const RESTART_MS = 5000;

export class Checkpoints {
  readonly #file: string;
  readonly #condition: SqliteCondition;
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #shipping: LogShipping | undefined;
  #paused: (() => void) | undefined;
  #started: (() => void) | undefined;

  constructor(file: string, condition: SqliteCondition) {
    this.#file = file;
    this.#condition = condition;
  }

  /** From now on the thread ships the log, and copies only what is shipped. Resolves when it notices every commit. */
  ship(shipping: LogShipping): Promise<void> {
    this.#shipping = shipping;
    const { onStatus: _, ...options } = shipping;
    this.#worker ??= this.#start();
    const started = new Promise<void>((resolve) => {
      this.#started = resolve;
    });
    this.#post({ ship: { ...options, databaseFile: this.#file, worthwhilePages: WORTHWHILE_PAGES } });
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
      if ("status" in message) {
        this.#started?.();
        return this.#shipping?.onStatus(message.status);
      }
      const { fault } = message;
      if (fault) this.#condition.told("checkpoint", Object.assign(new Error(fault.message), fault));
      else this.#condition.worked("checkpoint");
    });
    // Without it the writer truncates a large log itself.
    worker.on("error", (error) => {
      if (this.#worker === worker) this.#worker = undefined;
      this.#paused?.();
      this.#started?.();
      if (!this.#shipping) return;
      this.#shipping.onStatus({ shippedUntilMs: Date.now(), failure: String(error) });
      // Nobody else copies the log meanwhile.
      this.#timer = setTimeout(() => this.#shipping && void this.ship(this.#shipping), RESTART_MS).unref();
    });
    return worker;
  }

  #post(message: ToCheckpointThread): void {
    this.#worker?.postMessage(message);
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    const worker = this.#worker;
    if (!worker) return;
    worker.ref();
    this.#post("close");
    // Not `once`, which rejects when the thread ends with an error.
    await new Promise((resolve) => worker.once("exit", resolve));
  }
}
