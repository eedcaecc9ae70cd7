/** The checkpoint thread, with its own connection. */
import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";

/** 64 MB: under constant writing the log never ends by itself; then writers wait for its last part. */
const LONG = 16_000;
/** How long readers may delay truncating a long log. */
const PATIENCE_MS = 20;

export interface CheckpointData {
  readonly file: string;
  readonly worthwhilePages: number;
}

/** The parts of a SQLite error, which cannot be sent between threads as it is. */
export interface CheckpointOutcome {
  readonly fault?: { readonly message: string; readonly code?: string; readonly errcode?: number };
}

const { file, worthwhilePages } = workerData as CheckpointData;
let database: DatabaseSync | undefined;

function checkpoint(mode: "noop" | "passive" | "restart") {
  database ??= new DatabaseSync(file, { timeout: PATIENCE_MS });
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
    if (before.log - before.checkpointed < worthwhilePages) return {};
    const { log, checkpointed } = checkpoint("passive");
    if (log > LONG && checkpointed < log) checkpoint("restart");
    return {};
  } catch (error) {
    const { message, code, errcode } = error as { message: string; code: string; errcode: number };
    return { fault: { message, code, errcode } };
  }
}
