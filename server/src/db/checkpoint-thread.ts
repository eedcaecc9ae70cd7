/** The thread of checkpoints.ts, with a connection of its own. */
import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";

/** 16 MB: a page that changes with every message is then carried into the file once for many of them. */
const WORTH_IT = 4000;
/** 64 MB: as long as somebody writes all the time the log never ends by itself; then writers wait for its last part. */
const LONG = 16_000;
/** How long readers may keep a long log from ending. */
const PATIENCE_MS = 20;

const database = new DatabaseSync(workerData as string, { timeout: PATIENCE_MS });
const checkpoint = (mode: "noop" | "passive" | "restart") =>
  database.prepare(`PRAGMA wal_checkpoint(${mode})`).get() as { log: number; checkpointed: number };

parentPort?.on("message", (message: "look" | "close") => {
  if (message === "look") return look();
  database.close();
  parentPort?.close();
});

function look(): void {
  const before = checkpoint("noop");
  if (before.log - before.checkpointed < WORTH_IT) return;
  const { log, checkpointed } = checkpoint("passive");
  if (log > LONG && checkpointed < log) checkpoint("restart");
}
