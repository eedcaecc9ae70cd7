/** The worker thread that makes one backup, with its own connection: reading everything would keep the event loop busy. */
import { parentPort, workerData } from "node:worker_threads";
import { pino } from "pino";
import { openApp } from "../../../app.ts";
import { BackupStore } from "../../../kernel/backups/store.ts";
import { systemClock } from "../../../kernel/clock.ts";
import type { Config } from "../../../kernel/config.ts";
import { messageOf } from "../../../kernel/retried-work.ts";
import { keepBackup, type MadeBackup } from "./keep.ts";

export interface BackupThreadData {
  readonly config: Config;
  readonly nowMs: number;
}

export type FromBackupThread = { readonly made: MadeBackup } | { readonly failed: string };

const { config, nowMs } = workerData as BackupThreadData;

async function make(): Promise<MadeBackup> {
  if (!config.backups) throw new Error("There is no place for backups.");
  // The server's clock, and no time limit: nobody waits for a page of rows.
  const clock = { ...systemClock, now: () => nowMs };
  const database = { ...config.database, readers: 1, writers: 1, deliverers: 1, statementMs: 0 };
  const app = await openApp({ ...config, database }, { log: pino({ level: "silent" }), isReader: true, clock });
  try {
    return await keepBackup(app, new BackupStore(config.backups.to, config.dataDirectory), config.backups.keep);
  } finally {
    await app.stop();
  }
}

const message: FromBackupThread = await make().then(
  (made) => ({ made }),
  (error: unknown) => ({ failed: messageOf(error) }),
);
parentPort?.postMessage(message);
