/** The checkpoint thread, with its own connection. */
import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import { LogShipper } from "./shipping/shipper.ts";
import type { ShippingOptions, ShippingStatus } from "./shipping/status.ts";

/** 64 MB: under constant writing the log never ends by itself; then writers wait for its last part. */
const LONG = 16_000;
/** How long readers may delay truncating a long log, while writers wait; and one that readers have kept for long. */
const PATIENCE_MS = 20;
const VERY_LONG = 64_000;
const LONG_PATIENCE_MS = 100;

export interface CheckpointData {
  readonly file: string;
  readonly worthwhilePages: number;
}

/** The parts of a SQLite error, which cannot be sent between threads as it is. */
export interface CheckpointOutcome {
  readonly fault?: { readonly message: string; readonly code?: string; readonly errcode?: number };
}

/** `look` is for a thread that ships nothing. */
export type ToCheckpointThread = "look" | "close" | "pause" | { readonly ship: ShippingOptions };
export type FromCheckpointThread = CheckpointOutcome | { readonly status: ShippingStatus } | "paused";

const { file, worthwhilePages } = workerData as CheckpointData;
let database: DatabaseSync | undefined;
let shipper: LogShipper | undefined;
/** How far the last look came. If the next one comes no further, a reader needs the rest: writers do not wait for it again. */
let copiedUpto: number | undefined;

const post = (message: FromCheckpointThread): void => parentPort?.postMessage(message);

function checkpoint(mode: "noop" | "passive" | "restart") {
  database ??= new DatabaseSync(file, { timeout: PATIENCE_MS });
  return database.prepare(`PRAGMA wal_checkpoint(${mode})`).get() as { log: number; checkpointed: number };
}

parentPort?.on("message", async (message: ToCheckpointThread) => {
  if (typeof message === "object") {
    shipper = new LogShipper(message.ship, (status) => post({ status }));
    return shipper.start();
  }
  // Otherwise the shipper decides when the log is copied.
  if (message === "look") return shipper ? undefined : post(look());
  if (message === "pause") {
    await shipper?.pause();
    return post("paused");
  }
  await shipper?.close();
  database?.close();
  parentPort?.close();
});

/** If readers need the log for longer, the next look that comes further tries again. */
function restart(patienceMs: number): void {
  database?.exec(`PRAGMA busy_timeout = ${patienceMs}`);
  checkpoint("restart");
}

function look(): CheckpointOutcome {
  try {
    const before = checkpoint("noop");
    if (before.log - before.checkpointed < worthwhilePages) return {};
    checkpoint("passive");
    // What was committed meanwhile is not copied: the log continues, until writers wait.
    const { log, checkpointed } = checkpoint("noop");
    const isAtReader = checkpointed === copiedUpto;
    copiedUpto = checkpointed;
    if (log > LONG && checkpointed < log && !isAtReader) restart(log > VERY_LONG ? LONG_PATIENCE_MS : PATIENCE_MS);
    return {};
  } catch (error) {
    const { message, code, errcode } = error as { message: string; code: string; errcode: number };
    return { fault: { message, code, errcode } };
  }
}
