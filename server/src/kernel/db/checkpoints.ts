/**
 * Copies SQLite's write-ahead log into the database file. This means megabytes and waiting for the disk, so a separate
 * thread does it while writes continue; it starts when there is something to do.
 */
import { Worker } from "node:worker_threads";
import type { CheckpointOutcome } from "./checkpoint-thread.ts";
import type { SqliteCondition } from "./sqlite-condition.ts";

/** Long enough to collect changes to the same page, short enough to keep the log small. */
const AFTER_MS = 500;

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
      this.#worker ??= this.#start();
      this.#worker.postMessage("look");
    }, AFTER_MS).unref();
  }

  #start(): Worker {
    const options = { workerData: this.#file, execArgv: [] };
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
