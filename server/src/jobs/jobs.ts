/**
 * Work that waits for its time: rows written in the transaction that wanted them, run by a worker.
 *
 * A job that only changes data runs in the transaction that removes it, so it happens exactly once, whatever dies when.
 * A job that reaches outside cannot: it is leased, run, and removed; after a crash it runs again.
 */
import type { Logger } from "pino";
import type { RealmId } from "../api/ids.ts";
import type { Clock } from "../clock.ts";
import type { Database, Tx } from "../db/handles.ts";
import { deleteJob, nextRunAt, postponeJob, takeDueJob, writeJobs } from "./store.ts";

export interface PendingJob {
  readonly kind: string;
  readonly realmId: RealmId | null;
  readonly payload: unknown;
  readonly runAtMs: number;
  /** At most one job with this key waits at a time. */
  readonly uniqueKey?: string;
}

export interface StoredJob {
  id: number;
  kind: string;
  realm_id: RealmId | null;
  payload: unknown;
  attempts: number;
}

/** What runs a job: given a transaction when it only changes data, nothing when it reaches outside. */
export type JobRunner =
  | { readonly inside: (tx: Tx, job: StoredJob) => Promise<AfterCommit | undefined> }
  | { readonly outside: (job: StoredJob) => Promise<void> };

/** Called when the job's transaction has committed. */
export type AfterCommit = () => void;

export interface JobsOptions {
  database: Database;
  clock: Clock;
  log: Logger;
  runners: ReadonlyMap<string, JobRunner & { everySeconds?: number }>;
}

const MAX_ATTEMPTS = 8;
const FIRST_RETRY_MS = 1000;
const LEASE_MS = 60_000;
/** Another node may have queued something without our hearing of it. */
const LONGEST_SLEEP_MS = 5000;

export class Jobs {
  readonly #options: JobsOptions;
  #running: Promise<void> | undefined;
  #wanted = false;
  #cancelTimer: (() => void) | undefined;
  #closing = false;

  constructor(options: JobsOptions) {
    this.#options = options;
  }

  /** Makes sure that recurring jobs are waiting, and starts the worker. */
  async start(): Promise<void> {
    const { database, clock, runners } = this.#options;
    const recurring = [...runners].flatMap(([kind, { everySeconds }]) =>
      everySeconds === undefined
        ? []
        : [{ kind, realmId: null, payload: {}, runAtMs: clock.now() + everySeconds * 1000, uniqueKey: kind }],
    );
    await database.transaction((tx) => writeJobs(tx, recurring));
    this.wake();
  }

  /** Something may be due now. */
  wake(): void {
    this.#wanted = true;
    if (this.#closing || this.#running) return;
    this.#running = this.#work().finally(() => {
      this.#running = undefined;
      if (this.#wanted) this.wake();
    });
  }

  /** Resolves when nothing is due any more. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.#cancelTimer?.();
    await this.#running;
  }

  async #work(): Promise<void> {
    const { database, clock, log } = this.#options;
    this.#cancelTimer?.();
    this.#wanted = false;
    try {
      while (!this.#closing && (await this.#runNext()));
      const next = await nextRunAt(database.reader);
      if (next === undefined || this.#closing) return;
      const sleep = Math.min(Math.max(next - clock.now(), 1), LONGEST_SLEEP_MS);
      this.#cancelTimer = clock.after(sleep, () => this.wake());
    } catch (error) {
      log.error({ err: error }, "the job worker could not reach its jobs");
      this.#cancelTimer = clock.after(LONGEST_SLEEP_MS, () => this.wake());
    }
  }

  /** Runs one due job; answers whether there was one. */
  async #runNext(): Promise<boolean> {
    const { database, clock, log, runners } = this.#options;
    let job: StoredJob | undefined;
    let lease: StoredJob | undefined;
    try {
      const after = await database.transaction(async (tx) => {
        lease = undefined;
        job = await takeDueJob(tx, clock.now());
        if (!job) return undefined;
        const runner = runners.get(job.kind);
        if (!runner) throw new Error(`No feature runs jobs of kind ${job.kind}.`);
        if ("inside" in runner) {
          const afterCommit = await runner.inside(tx, job);
          await this.#finish(tx, job);
          return afterCommit;
        }
        lease = job;
        const next = { run_at_ms: clock.now() + LEASE_MS, attempts: job.attempts, last_error: null, failed: false };
        await postponeJob(tx, job.id, next);
        return undefined;
      });
      after?.();
      if (lease) {
        await (runners.get(lease.kind) as { outside(job: StoredJob): Promise<void> }).outside(lease);
        await database.transaction((tx) => this.#finish(tx, lease as StoredJob));
      }
      return job !== undefined;
    } catch (error) {
      if (!job) throw error;
      log.warn({ err: error, job: job.id, kind: job.kind }, "a job failed");
      await this.#retryLater(job, error);
      return true;
    }
  }

  /** Removes the job, or puts a recurring one to its next time. */
  async #finish(tx: Tx, job: StoredJob): Promise<void> {
    const everySeconds = this.#options.runners.get(job.kind)?.everySeconds;
    if (everySeconds === undefined) return deleteJob(tx, job.id);
    const run_at_ms = this.#options.clock.now() + everySeconds * 1000;
    return postponeJob(tx, job.id, { run_at_ms, attempts: 0, last_error: null, failed: false });
  }

  async #retryLater(job: StoredJob, error: unknown): Promise<void> {
    const attempts = job.attempts + 1;
    const isRecurring = this.#options.runners.get(job.kind)?.everySeconds !== undefined;
    const failed = attempts >= MAX_ATTEMPTS && !isRecurring;
    const wait = FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, MAX_ATTEMPTS);
    const run_at_ms = this.#options.clock.now() + wait;
    const last_error = error instanceof Error ? error.message : String(error);
    await this.#options.database.transaction((tx) =>
      postponeJob(tx, job.id, { run_at_ms, attempts, last_error, failed }),
    );
  }
}
