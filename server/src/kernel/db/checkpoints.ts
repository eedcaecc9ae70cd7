/**
 * Carries the write-ahead log of SQLite into its file. That is megabytes and a wait for the disk, so a thread of its own
 * does it while others go on writing; it is started when there is something to do.
 */
import { Worker } from "node:worker_threads";
import type { CheckpointOutcome } from "./checkpoint-thread.ts";
import type { SqliteCondition } from "./sqlite-condition.ts";

/** Time to gather changes of one page, and little enough for the log to stay small. */
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

  /** Something was committed. */
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
    // Without it the writer empties the log itself, when it has grown large.
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
