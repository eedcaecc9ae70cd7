/** The checkpoint thread, with its own connection. */
import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import { FreeCheckpoint } from "./free-checkpoint.ts";
import { LogShipper } from "./shipping/shipper.ts";
import type { ShippingOptions, ShippingStatus } from "./shipping/status.ts";

const PATIENCE_MS = 20;

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
let free: FreeCheckpoint | undefined;

const post = (message: FromCheckpointThread): void => parentPort?.postMessage(message);

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

function look(): CheckpointOutcome {
  try {
    database ??= new DatabaseSync(file, { timeout: PATIENCE_MS });
    free ??= new FreeCheckpoint(database, worthwhilePages);
    free.look();
    return {};
  } catch (error) {
    const { message, code, errcode } = error as { message: string; code: string; errcode: number };
    return { fault: { message, code, errcode } };
  }
}
