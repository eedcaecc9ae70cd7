/**
 * Jobs: rows written in the transaction that needs them, run by a worker.
 *
 * A job that only changes data runs in the transaction that deletes it, so it happens exactly once. A job with outside
 * effects cannot: it is leased, run, and deleted; after a crash it runs again.
 */
import type { Logger } from "pino";
import type { RealmId } from "../api/ids.ts";
import { type Clock, seconds } from "../clock.ts";
import { type App, changeIn, type OpenContext, preparing, type Writing } from "../context.ts";
import type { Database, Tx } from "../db/handles.ts";
import { takeTurn } from "../events/log.ts";
import { levelOf } from "../log.ts";
import type { Attempt, JobRunner, Lanes } from "./job-kind.ts";
import { DeliveryResults } from "./results.ts";
import {
  type ClaimableJobs,
  type CrowdedPlaces,
  deleteJob,
  extendLease,
  type FullLane,
  nextRunAt,
  postponeJob,
  type StoredJob,
  takeDueJob,
  writeJobs,
} from "./store.ts";
import type { DeliveryWay } from "./ways.ts";

export interface JobsOptions {
  database: Database;
  clock: Clock;
  log: Logger;
  runners: readonly JobRunner[];
  app(): App;
  /** The context for a job of this organization, inside a transaction or outside. */
  contextFor(realmId: RealmId, tx?: Tx): Promise<OpenContext>;
}

export const MAX_ATTEMPTS = 8;
const FIRST_RETRY_MS = 1000;
/** After this time without renewal, a process is considered dead. */
const LEASE_MS = 120_000;
/** A slow job does not block the others. Kinds with lanes have their own slots. */
const OUTSIDE_AT_ONCE = 32;
/** Another node may have queued something without notice. */
const LONGEST_SLEEP_MS = 5000;
/** A due job held by another node is checked again soon. */
const SHORTEST_SLEEP_MS = 100;

type Inside = Extract<JobRunner, { inside: unknown } | { insideOutOfTurn: unknown }>;
type Outside = Exclude<JobRunner, Inside>;

const isInside = (runner: JobRunner): runner is Inside => "inside" in runner || "insideOutOfTurn" in runner;

function attemptsOf(runner: JobRunner | undefined): number {
  if (runner && "recurring" in runner) return Number.POSITIVE_INFINITY;
  return (runner && "attempts" in runner ? runner.attempts : undefined) ?? MAX_ATTEMPTS;
}

const lanesOf = (runner: JobRunner | undefined): Lanes | undefined =>
  runner && "outside" in runner ? runner.lanes : undefined;

const wayOf = (runner: JobRunner | undefined): DeliveryWay | undefined =>
  runner && "outside" in runner ? runner.way : undefined;

/** For what a job does, and for the jobs that it causes. */
const causeOf = ({ request_id }: StoredJob): Pick<OpenContext, "requestId"> =>
  request_id === null ? {} : { requestId: request_id };

/** Kinds that share places. */
interface JobPlaces extends Lanes {
  readonly kinds: readonly string[];
}

export class Jobs {
  readonly #options: JobsOptions;
  readonly #results = new DeliveryResults();
  readonly #runners: ReadonlyMap<string, JobRunner>;
  readonly #insideKinds: readonly string[];
  readonly #places: readonly JobPlaces[];
  readonly #outside = new Map<Promise<void>, StoredJob>();
  #running: Promise<void> | undefined;
  #wanted = false;
  #cancelTimer: (() => void) | undefined;
  readonly #ending = new AbortController();
  #started = false;
  #closing = false;

  constructor(options: JobsOptions) {
    this.#options = options;
    this.#runners = new Map(options.runners.map((runner) => [runner.kind, runner]));
    // Unknown kinds are left for nodes that know them: a newer release may be starting.
    this.#insideKinds = options.runners.filter(isInside).map(({ kind }) => kind);
    const outside = options.runners.filter((runner) => !isInside(runner));
    const shared = outside.filter((runner) => !lanesOf(runner)).map(({ kind }) => kind);
    this.#places = [
      { kinds: shared, atOnce: OUTSIDE_AT_ONCE, perLane: Number.POSITIVE_INFINITY },
      ...outside.flatMap((runner) => {
        const lanes = lanesOf(runner);
        return lanes ? { kinds: [runner.kind], ...lanes } : [];
      }),
    ];
  }

  /** The way in which jobs of this kind deliver something. */
  wayOf(kind: string): DeliveryWay | undefined {
    return wayOf(this.#runners.get(kind));
  }

  /** Queues recurring jobs if needed, and starts the worker. */
  async start(): Promise<void> {
    const { database, clock, runners } = this.#options;
    const recurring = runners.flatMap((runner) =>
      "recurring" in runner
        ? {
            kind: runner.kind,
            realmId: null,
            payload: {},
            runAtMs: clock.now() + runner.everySeconds * 1000,
            uniqueKey: runner.kind,
          }
        : [],
    );
    await database.transaction((tx) => writeJobs(tx, recurring));
    this.#started = true;
    this.wake();
  }

  /** Something may be due now. */
  wake(): void {
    this.#wanted = true;
    if (!this.#started || this.#closing || this.#running) return;
    this.#running = this.#work().finally(() => {
      this.#running = undefined;
      if (this.#wanted) this.wake();
    });
  }

  /** Resolves when nothing is due any more. */
  async settled(): Promise<void> {
    while (this.#running || this.#outside.size > 0) await Promise.all([this.#running, ...this.#outside.keys()]);
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.#ending.abort(new Error("The process ends."));
    this.#cancelTimer?.();
    await this.settled();
    this.#cancelTimer?.();
  }

  async #work(): Promise<void> {
    const { database, clock, log } = this.#options;
    this.#cancelTimer?.();
    this.#wanted = false;
    try {
      let next = await nextRunAt(database.reader, this.#wantedNow());
      while (next !== undefined && next <= clock.now() && !this.#closing && (await this.#runNext()))
        next = await nextRunAt(database.reader, this.#wantedNow());
      if (next === undefined || this.#closing) return;
      const sleep = Math.min(Math.max(next - clock.now(), SHORTEST_SLEEP_MS), LONGEST_SLEEP_MS);
      this.#cancelTimer = clock.after(sleep, () => this.wake());
    } catch (error) {
      log[levelOf(error)]({ err: error }, "the job worker could not read its jobs");
      this.#cancelTimer = clock.after(LONGEST_SLEEP_MS, () => this.wake());
    }
  }

  /** The jobs that there are free slots for; each finished job wakes the worker. */
  #wantedNow(): ClaimableJobs {
    const begun = [...this.#outside.values()];
    const crowded: CrowdedPlaces[] = [];
    const kinds = [...this.#insideKinds];
    const fullLanes: FullLane[] = [];
    for (const places of this.#places) {
      const running = begun.filter(({ kind }) => places.kinds.includes(kind));
      const free = places.atOnce - running.length;
      if (free <= 0) continue;
      kinds.push(...places.kinds);
      // However many organizations are busy, the next one finds a place: each takes half of what the others leave.
      for (const [realmId, own] of Map.groupBy(running, (job) => job.realm_id))
        if (realmId !== null && own.length >= free) crowded.push({ kinds: places.kinds, realmId });
      for (const [lane, own] of Map.groupBy(running, (job) => job.lane))
        if (lane !== null && own.length >= places.perLane) fullLanes.push({ kinds: places.kinds, lane });
    }
    return { kinds, fullLanes, crowded };
  }

  /** Starts one due job; returns whether there was one. */
  async #runNext(): Promise<boolean> {
    const { clock } = this.#options;
    let job: StoredJob | undefined;
    try {
      const begun = await this.#transaction(async (tx, prepared) => {
        job = await takeDueJob(tx, this.#wantedNow(), clock.now());
        const runner = job && this.#runners.get(job.kind);
        if (!job || !runner) return undefined;
        return isInside(runner) ? this.#runInside(tx, prepared, runner, job) : this.#lease(tx, runner, job);
      });
      await begun?.();
      return job !== undefined;
    } catch (error) {
      if (!job) throw error;
      await this.#retryLater({ ...job, attempts: job.attempts + 1 }, job.attempts, error);
      return true;
    }
  }

  /** Runs again if something had to be prepared for it first; nothing happens until it commits. */
  #transaction<T>(work: (tx: Tx, prepared: Partial<Pick<OpenContext, "prepared">>) => Promise<T>): Promise<T> {
    const { database, app } = this.#options;
    return preparing(app(), (prepared) => database.transaction((tx) => work(tx, prepared ? { prepared } : {})), {
      isPatient: true,
    });
  }

  async #runInside(
    tx: Tx,
    prepared: Partial<Pick<OpenContext, "prepared">>,
    runner: Inside,
    job: StoredJob,
  ): Promise<() => Promise<void>> {
    const ctx = { ...(await this.#options.contextFor(job.realm_id as RealmId, tx)), ...prepared, ...causeOf(job) };
    await deleteJob(tx, job);
    const { announce } = await changeIn(tx, ctx, async (writing) => {
      const payload = job.payload as never;
      if ("insideOutOfTurn" in runner) return this.#watched(job, () => runner.insideOutOfTurn(writing, payload));
      const inTurn = await takeTurn(writing);
      return this.#watched(job, () => runner.inside(inTurn, payload));
    });
    return () => {
      this.#count(job, "done");
      return announce();
    };
  }

  /** Counts the attempt first: a job that crashes the process must not do so forever. */
  async #lease(tx: Tx, runner: Outside, job: StoredJob): Promise<(() => Promise<void>) | undefined> {
    const leased = { ...job, attempts: job.attempts + 1 };
    const last_error = "The process ended before the job was done.";
    const run_at_ms = this.#options.clock.now() + LEASE_MS;
    if (job.attempts >= attemptsOf(runner)) {
      await postponeJob(tx, job, { run_at_ms, attempts: job.attempts, last_error, failed: true, unique_key: null });
      return undefined;
    }
    const lease = { attempts: leased.attempts, run_at_ms, last_error };
    // From now on a new job with its key is a different one: its cause came too late for this run.
    await postponeJob(tx, job, "recurring" in runner ? lease : { ...lease, unique_key: null });
    return async () => {
      const run = this.#runOutside(runner, leased).finally(() => {
        this.#outside.delete(run);
        this.wake();
      });
      this.#outside.set(run, leased);
    };
  }

  async #runOutside(runner: Outside, job: StoredJob): Promise<void> {
    const { database, log } = this.#options;
    const release = this.#hold(job);
    const begunAt = performance.now();
    let hasSucceeded = true;
    try {
      if ("recurring" in runner) await this.#watched(job, () => runner.recurring(this.#options.app()));
      else {
        const ctx = { ...(await this.#options.contextFor(job.realm_id as RealmId)), ...causeOf(job) };
        const attempt: Attempt = {
          isLast: job.attempts >= attemptsOf(runner),
          signal: this.#ending.signal,
          noteFailure: () => {
            hasSucceeded = false;
          },
          finish: (work) => this.#finishWith(job, work),
        };
        await this.#watched(job, () => runner.outside(ctx, job.payload as never, attempt));
      }
      await database.transaction((tx) => this.#finish(tx, runner, job, hasSucceeded));
      this.#count(job, "done");
    } catch (error) {
      hasSucceeded = false;
      await (this.#closing ? this.#putBack(job) : this.#retryLater(job, job.attempts, error)).catch(
        (failure: unknown) => log[levelOf(failure)]({ err: failure }, "could not record a job's failure"),
      );
    } finally {
      release();
      // One that the process did not wait for is tried again by the next one.
      if (hasSucceeded || !this.#closing) this.#noteDelivery(runner, job, performance.now() - begunAt, hasSucceeded);
    }
  }

  #count({ kind }: StoredJob, outcome: "done" | "retried" | "failed"): void {
    this.#options.app().metrics.jobs.inc({ kind, outcome });
  }

  #noteDelivery(runner: JobRunner, job: StoredJob, ms: number, hasSucceeded: boolean): void {
    const way = wayOf(runner);
    if (way === undefined) return;
    const { metrics, config, log } = this.#options.app();
    const outcome = hasSucceeded ? "succeeded" : "failed";
    metrics.deliveries.inc({ way, outcome });
    metrics.deliverySeconds.observe({ way }, ms / 1000);
    if (!config.accessLog) return;
    const { id, attempts, realm_id, request_id } = job;
    const about = { way, outcome, ms: Math.round(ms), job: id, attempt: attempts, realm: realm_id };
    log.info({ reqId: request_id ?? undefined, ...about }, "delivery");
  }

  /** Attributes the processor time before the first wait to the job. */
  async #watched(job: StoredJob, run: () => Promise<void>): Promise<void> {
    const { loop } = this.#options.app();
    loop.entered(`job ${job.kind}`);
    const running = run();
    loop.left();
    await running;
  }

  /** Renews the lease while the job runs. Returns a function that stops this. */
  #hold(job: StoredJob): () => void {
    const { database, clock, log } = this.#options;
    let stop = () => {};
    const holdOn = () => {
      stop = clock.after(LEASE_MS / 2, () => {
        holdOn();
        database
          .transaction((tx) => extendLease(tx, job, clock.now() + LEASE_MS))
          .catch((error: unknown) => log[levelOf(error)]({ err: error }, "could not extend a job's lease"));
      });
    };
    holdOn();
    return () => stop();
  }

  /** Deletes the job, or reschedules a recurring one. */
  async #finish(tx: Tx, runner: Outside, job: StoredJob, hasSucceeded: boolean): Promise<void> {
    if (!("recurring" in runner)) {
      await deleteJob(tx, job);
      await this.#noteResult(tx, runner, job, hasSucceeded);
      return;
    }
    const run_at_ms = this.#options.clock.now() + runner.everySeconds * 1000;
    await postponeJob(tx, job, { run_at_ms, attempts: 0, last_error: null });
  }

  async #noteResult(tx: Tx, runner: JobRunner | undefined, job: StoredJob, hasSucceeded: boolean): Promise<void> {
    const way = wayOf(runner);
    if (way === undefined || job.realm_id === null) return;
    await this.#results.note(tx, { realmId: job.realm_id, way, hasSucceeded }, seconds(this.#options.clock));
  }

  async #finishWith<T>(job: StoredJob, work: (ctx: Writing) => Promise<T>): Promise<T> {
    const { contextFor } = this.#options;
    const { value, announce } = await this.#transaction(async (tx, prepared) => {
      if (!(await deleteJob(tx, job))) throw new Error("Another process has taken over the job.");
      const ctx = { ...(await contextFor(job.realm_id as RealmId, tx)), ...prepared, ...causeOf(job) };
      return changeIn(tx, ctx, async (writing) => work(await takeTurn(writing)));
    });
    await announce();
    return value;
  }

  /** Interrupted because the process ends: not counted, and the next process runs it immediately. */
  #putBack(job: StoredJob): Promise<void> {
    const { database, clock } = this.#options;
    const next = { run_at_ms: clock.now(), attempts: job.attempts - 1, last_error: "The process was stopped." };
    return database.transaction((tx) => postponeJob(tx, job, next));
  }

  async #retryLater(job: StoredJob, stored: number, error: unknown): Promise<void> {
    const { database, clock, log } = this.#options;
    log.warn({ err: error, reqId: job.request_id ?? undefined, job: job.id, kind: job.kind }, "a job failed");
    const runner = this.#runners.get(job.kind);
    const failed = job.attempts >= attemptsOf(runner);
    const run_at_ms = clock.now() + FIRST_RETRY_MS * 2 ** Math.min(job.attempts - 1, MAX_ATTEMPTS);
    const last_error = error instanceof Error ? error.message : String(error);
    const next = { run_at_ms, attempts: job.attempts, last_error, failed };
    this.#count(job, failed ? "failed" : "retried");
    await database.transaction(async (tx) => {
      await postponeJob(tx, { ...job, attempts: stored }, failed ? { ...next, unique_key: null } : next);
      await this.#noteResult(tx, runner, job, false);
    });
  }
}
