/**
 * Copies SQLite's write-ahead log into the database file. This means megabytes and waiting for the disk, so a separate
 * thread does it while writes continue; it starts when there is something to do.
 */
import { statSync } from "node:fs";
import { Worker } from "node:worker_threads";
import type { CheckpointData, CheckpointOutcome } from "./checkpoint-thread.ts";
import type { SqliteCondition } from "./sqlite-condition.ts";

/** Long enough to collect changes to the same page, short enough to keep the log small. */
const AFTER_MS = 500;
/** 16 MB: a page that changes with every message is then copied once for many of them. */
const WORTHWHILE_PAGES = 4000;
const PAGE_BYTES = 4096;

export class Checkpoints {
  readonly #file: string;
  readonly #condition: SqliteCondition;
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(file: string, condition: SqliteCondition) {
    this.#file = file;
    this.#condition = condition;
  }

  /** Called after each commit. */
  after(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (!this.#worker && !this.#isLogLarge()) return;
      this.#worker ??= this.#start();
      this.#worker.postMessage("look");
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
    worker.on("message", ({ fault }: CheckpointOutcome) => {
      if (fault) this.#condition.told("checkpoint", Object.assign(new Error(fault.message), fault));
      else this.#condition.worked("checkpoint");
    });
    // Without it the writer truncates a large log itself.
    worker.on("error", () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    return worker;
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    const worker = this.#worker;
    if (!worker) return;
    worker.ref();
    worker.postMessage("close");
    // Not `once`, which rejects when the thread ends with an error.
    await new Promise((resolve) => worker.once("exit", resolve));
  }
}
