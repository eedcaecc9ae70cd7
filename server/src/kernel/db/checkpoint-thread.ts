/** The thread of checkpoints.ts, with a connection of its own. */
import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";

/** 16 MB: a page that changes with every message is then carried into the file once for many of them. */
const WORTH_IT = 4000;
/** 64 MB: as long as somebody writes all the time the log never ends by itself; then writers wait for its last part. */
const LONG = 16_000;
/** How long readers may keep a long log from ending. */
const PATIENCE_MS = 20;

/** What an error of SQLite consists of, which the other thread cannot be sent as it is. */
export interface CheckpointOutcome {
  readonly fault?: { readonly message: string; readonly code?: string; readonly errcode?: number };
}

let database: DatabaseSync | undefined;

function checkpoint(mode: "noop" | "passive" | "restart") {
  database ??= new DatabaseSync(workerData as string, { timeout: PATIENCE_MS });
  return database.prepare(`PRAGMA wal_checkpoint(${mode})`).get() as { log: number; checkpointed: number };
}

parentPort?.on("message", (message: "look" | "close") => {
  if (message === "look") return parentPort?.postMessage(look());
  database?.close();
  parentPort?.close();
});

function look(): CheckpointOutcome {
  try {
    const before = checkpoint("noop");
    if (before.log - before.checkpointed < WORTH_IT) return {};
    const { log, checkpointed } = checkpoint("passive");
    if (log > LONG && checkpointed < log) checkpoint("restart");
    return {};
  } catch (error) {
    const { message, code, errcode } = error as { message: string; code: string; errcode: number };
    return { fault: { message, code, errcode } };
  }
}
