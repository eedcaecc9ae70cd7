/** The worker thread that reads beside the event loop: opens the database for itself and answers one request after another. */
import { parentPort, workerData } from "node:worker_threads";
import { pino } from "pino";
import { openApp } from "./app.ts";
import { features } from "./features.ts";
import { ReadingPerformer } from "./kernel/http/reading-performer.ts";
import {
  CONNECTIONS_OF_THREAD,
  type FromReadingThread,
  type ReadingThreadData,
  type ToReadingThread,
} from "./kernel/reading/task.ts";

async function main(): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error("Run this file in a worker thread.");
  const { config, url, checked } = workerData as ReadingThreadData;
  // What fails here is done again on the event loop, and logged there.
  const log = pino({ level: "silent" });
  const own = { ...config, externalUrl: url, database: { ...config.database, readers: CONNECTIONS_OF_THREAD } };
  const app = await openApp(own, { log, checked, isReader: true });
  const performer = new ReadingPerformer(
    app,
    features.flatMap((feature) => feature.routes ?? []),
  );
  const post = (message: FromReadingThread, transferred: ArrayBuffer[] = []) => port.postMessage(message, transferred);

  port.on("message", async ({ number, task }: ToReadingThread) => {
    const outcome = await performer.outcomeOf(task);
    post({ number, ...outcome }, outcome.answer ? [outcome.answer.bytes.buffer] : []);
  });
  post("ready");
}

void main();
