/**
 * The backups that the server makes by itself. What is due follows from the backups that exist, so it does not matter which
 * node made the last one, or whether the server was restarted; the job runs on one node at a time.
 */
import { Worker } from "node:worker_threads";
import { hasRealm } from "../../../kernel/access/store.ts";
import { ABANDONED_STAYS, BackupStore } from "../../../kernel/backups/store.ts";
import type { Config } from "../../../kernel/config.ts";
import type { App } from "../../../kernel/context.ts";
import { type JobRunner, recurringJob } from "../../../kernel/jobs/job-kind.ts";
import type { MadeBackup } from "./keep.ts";
import type { BackupThreadData, FromBackupThread } from "./thread.ts";

const LOOKED_EVERY_SECONDS = 60;
const FAILURE = "backup";
/** What is in memory does not depend on how much there is to back up. */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 1024 };

export class BackupSchedule {
  readonly #config: Config;
  readonly #store: BackupStore | undefined;
  readonly #everySeconds: number | undefined;
  #newestMs = Number.NEGATIVE_INFINITY;
  #worker: Worker | undefined;
  #isStopping = false;

  constructor(config: Config) {
    this.#config = config;
    this.#everySeconds = config.backups?.everySeconds;
    this.#store = config.backups && new BackupStore(config.backups.to, config.dataDirectory);
  }

  /** The jobs of a server with this configuration. */
  get jobs(): readonly JobRunner[] {
    if (this.#everySeconds === undefined) return [];
    return [recurringJob("backup", LOOKED_EVERY_SECONDS, (app) => this.#look(app))];
  }

  /** Shows the backups in `/health` and the metrics, also on nodes that make none. */
  show({ backups: state }: App): void {
    const [store, everySeconds] = [this.#store, this.#everySeconds];
    if (!store || everySeconds === undefined) return;
    state.expect({
      everySeconds,
      async find() {
        const [newest] = await store.backups();
        return newest && { madeAtMs: newest.madeAtMs, bytes: await store.size(newest.name) };
      },
    });
  }

  /** Ends the backup that is being made: a server that stops does not wait for it. */
  stop(): void {
    this.#isStopping = true;
    void this.#worker?.terminate();
  }

  /** Makes a backup if one is due. Throws if it fails; the job is then tried again. */
  async #look(app: App): Promise<void> {
    const [store, now] = [this.#store, app.clock.now()];
    if (!store || !this.#isDue(now) || !(await hasRealm(app.database.reader))) return;
    try {
      const [newest] = await store.backups();
      this.#newestMs = newest?.madeAtMs ?? Number.NEGATIVE_INFINITY;
      if (this.#isDue(now)) await this.#make(app, store, now);
      app.troubles.endWarning(FAILURE);
    } catch (error) {
      if (this.#isStopping) return;
      app.metrics.backups.inc({ outcome: "failed" });
      app.troubles.warn(FAILURE, "The last backup failed. The log says why.", error);
      throw error;
    }
  }

  #isDue(now: number): boolean {
    return isDue(this.#newestMs, now, (this.#everySeconds ?? 0) * 1000);
  }

  async #make(app: App, store: BackupStore, nowMs: number): Promise<void> {
    const begunAt = performance.now();
    const made = await this.#inThread({ config: this.#config, nowMs });
    this.#newestMs = made.madeAtMs;
    app.metrics.backups.inc({ outcome: "made" });
    app.backups.made(made);
    const { rows, bytes, removed, abandonedFailure } = made;
    if (abandonedFailure !== undefined) app.log.warn({ err: abandonedFailure }, ABANDONED_STAYS);
    const about = { backup: store.describe(made.name), rows, bytes, removed };
    app.log.info({ ...about, ms: Math.round(performance.now() - begunAt) }, "made and verified a backup");
  }

  #inThread(workerData: BackupThreadData): Promise<MadeBackup> {
    return new Promise((resolve, reject) => {
      const worker = new Worker(new URL("./thread.ts", import.meta.url), { workerData, resourceLimits: THREAD_LIMITS });
      this.#worker = worker;
      worker.once("message", (message: FromBackupThread) =>
        "made" in message ? resolve(message.made) : reject(new Error(message.failed)),
      );
      worker.once("error", reject);
      worker.once("exit", (code) => reject(new Error(`The thread that makes backups ended with code ${code}.`)));
    });
  }
}

/** A backup from the future, made while the clock was wrong, does not count. */
export const isDue = (newestMs: number, now: number, everyMs: number): boolean =>
  now - newestMs >= everyMs || newestMs > now + everyMs;
