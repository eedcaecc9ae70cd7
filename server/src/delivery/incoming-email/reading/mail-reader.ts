/**
 * Reads emails in threads: each has a new one with limited memory and time, so that no email can do harm to the next. Organizations
 * take turns, and none has more than one email read at a time: what is slow to read holds up only its own organization.
 */
import { rm } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import type { RealmId } from "../../../kernel/api/ids.ts";
import { isFileFault } from "../../../kernel/health/machine.ts";
import { MAX_ATTACHMENTS, MAX_READING, MAX_WAITING, MAX_WAITING_OF_ORGANIZATION, READING_MS } from "../limits.ts";
import { later, unreadable } from "../refusal.ts";
import { attachmentFile } from "./attachment-file.ts";
import type { ReadingOptions, ReadingResult, ReadMail } from "./read-mail.ts";

/** The parsed texts; the bytes of files are not in it. */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

/** Reads one email; throws a `MailRefusal` if it cannot be read. */
export type Reading = (task: ReadingOptions, signal: AbortSignal) => Promise<ReadMail>;

export class MailReader {
  /** Emails that wait, by organization, in the order of their turns. */
  readonly #waiting = new Map<RealmId, (() => void)[]>();
  /** The organizations that an email is being read for. */
  readonly #reading = new Set<RealmId>();
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  readonly #read: Reading;

  constructor(log: Logger, read: Reading = (task, signal) => readInThread(log, task, signal)) {
    this.#read = read;
  }

  /** Throws a `MailRefusal` if the email cannot be read. */
  async read(organization: RealmId, task: ReadingOptions): Promise<ReadMail> {
    const own = this.#waiting.get(organization) ?? [];
    const all = [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0);
    if (all >= MAX_WAITING || own.length >= MAX_WAITING_OF_ORGANIZATION)
      throw later("Too much email at once. Try again later.");
    await new Promise<void>((resolve) => {
      this.#waiting.set(organization, [...own, resolve]);
      this.#next();
    });
    const reading = this.#run(task).finally(() => {
      this.#reading.delete(organization);
      this.#running.delete(reading);
      this.#next();
    });
    this.#running.add(reading);
    return reading;
  }

  /** What is not read yet is refused for now. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#running);
  }

  /** Begins with the email of the organization that has waited longest since its last turn. */
  #next(): void {
    for (const [organization, [begin, ...others]] of this.#waiting) {
      if (this.#reading.size >= MAX_READING) return;
      if (this.#reading.has(organization)) continue;
      this.#waiting.delete(organization);
      if (others.length > 0) this.#waiting.set(organization, others);
      this.#reading.add(organization);
      begin?.();
    }
  }

  async #run(task: ReadingOptions): Promise<ReadMail> {
    const { signal } = this.#closing;
    try {
      if (signal.aborted) throw stopping();
      return await this.#read(task, signal);
    } catch (error) {
      // A thread that ends before its email does not say which it has written.
      for (let index = 0; index < MAX_ATTACHMENTS; index++) await rm(attachmentFile(task.file, index), { force: true });
      throw error;
    }
  }
}

const stopping = () => later("The server is stopping. Try again later.");

async function readInThread(log: Logger, task: ReadingOptions, signal: AbortSignal): Promise<ReadMail> {
  const worker = new Worker(new URL("./thread.ts", import.meta.url), {
    workerData: task,
    resourceLimits: THREAD_LIMITS,
  });
  let timer: NodeJS.Timeout | undefined;
  let stop: (() => void) | undefined;
  try {
    const result = await new Promise<ReadingResult | undefined>((resolve, reject) => {
      timer = setTimeout(() => resolve(undefined), READING_MS);
      stop = () => reject(stopping());
      signal.addEventListener("abort", stop);
      worker.once("message", resolve);
      worker.once("error", (error) => {
        log.warn({ err: error }, "an email could not be read");
        if (isFileFault(error)) reject(later("Files cannot be stored at the moment. Try again later."));
        else resolve(undefined);
      });
      worker.once("exit", () => resolve(undefined));
    });
    if (!result) throw unreadable("The email cannot be read: it takes too long, or too much memory.");
    if ("unreadable" in result) throw unreadable(result.unreadable);
    return result.mail;
  } finally {
    clearTimeout(timer);
    if (stop) signal.removeEventListener("abort", stop);
    await worker.terminate();
  }
}
