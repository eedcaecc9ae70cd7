/** The checkpoint thread, with its own connection. */
import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";

/** 16 MB: a page that changes with every message is then copied once for many of them. */
const WORTH_IT = 4000;
/** 64 MB: under constant writing the log never ends by itself; then writers wait for its last part. */
const LONG = 16_000;
/** How long readers may delay truncating a long log. */
const PATIENCE_MS = 20;

/** The parts of a SQLite error, which cannot be sent between threads as it is. */
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
