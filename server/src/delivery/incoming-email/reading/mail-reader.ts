/**
 * Reads emails in threads, one after the other: each has a new thread with limited memory and time, so that no email can do harm to
 * the next.
 */
import { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import { isFileFault } from "../../../kernel/health/machine.ts";
import { MAX_WAITING, READING_MS } from "../limits.ts";
import { later, unreadable } from "../refusal.ts";
import type { ReadingResult, ReadMail } from "./read-mail.ts";
import type { ReadingTask } from "./thread.ts";

/** The parsed texts; the bytes of files are not in it. */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

export class MailReader {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #worker: Worker | undefined;
  #isClosed = false;
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Throws a `MailRefusal` if the email cannot be read. */
  read(task: ReadingTask): Promise<ReadMail> {
    if (this.#isClosed || this.#waiting >= MAX_WAITING) throw later("Too much email at once. Try again later.");
    this.#waiting++;
    const reading = this.#last.then(() => this.#run(task)).finally(() => this.#waiting--);
    this.#last = reading.catch(() => {});
    return reading;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#worker?.terminate();
  }

  async #run(task: ReadingTask): Promise<ReadMail> {
    if (this.#isClosed) throw later("The server is stopping. Try again later.");
    const worker = new Worker(new URL("./thread.ts", import.meta.url), {
      workerData: task,
      resourceLimits: THREAD_LIMITS,
    });
    this.#worker = worker;
    let timer: NodeJS.Timeout | undefined;
    try {
      const result = await new Promise<ReadingResult | undefined>((resolve, reject) => {
        timer = setTimeout(() => resolve(undefined), READING_MS);
        worker.once("message", resolve);
        worker.once("error", (error) => {
          this.#log.warn({ err: error }, "an email could not be read");
          if (isFileFault(error)) reject(later("Files cannot be stored at the moment. Try again later."));
          else resolve(undefined);
        });
        worker.once("exit", () => resolve(undefined));
      });
      if (this.#isClosed) throw later("The server is stopping. Try again later.");
      if (!result) throw unreadable("The email cannot be read: it takes too long, or too much memory.");
      if ("unreadable" in result) throw unreadable(result.unreadable);
      return result.mail;
    } finally {
      clearTimeout(timer);
      this.#worker = undefined;
      await worker.terminate();
    }
  }
}
