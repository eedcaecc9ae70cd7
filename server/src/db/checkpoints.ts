/**
 * Carries the write-ahead log of SQLite into its file. That is megabytes and a wait for the disk, so a thread of its own
 * does it while others go on writing; it is started when there is something to do.
 */
import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** Time to gather changes of one page, and little enough for the log to stay small. */
const AFTER_MS = 500;

export class Checkpoints {
  readonly #file: string;
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(file: string) {
    this.#file = file;
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
    const worker = new Worker(new URL("./checkpoint-thread.ts", import.meta.url), { workerData: this.#file });
    worker.unref();
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
    await once(worker, "exit");
  }
}
