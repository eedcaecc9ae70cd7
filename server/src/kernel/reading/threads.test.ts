import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { pino } from "pino";
import type { ReadingTask } from "./task.ts";
import { ReadingThreads } from "./threads.ts";

const log = pino({ level: "silent" });
const task = { operation: "GET /messages" } as ReadingTask;

const threadsThat = (t: TestContext, body: string, { most = 1, loopUtilization = (): number => 0 } = {}) => {
  const source = `const { parentPort: port } = require("node:worker_threads"); ${body}; port.postMessage("ready");`;
  const threads = new ReadingThreads({
    most,
    log,
    startThread: () => new Worker(source, { eval: true }),
    lookEveryMs: 5,
    loopUtilization,
  });
  t.after(() => threads.close());
  return threads;
};
const ANSWERS = `port.on("message", ({ number }) => port.postMessage({ number, answer: { bytes: new Uint8Array(1), isCompressed: false } }))`;
const KEEPS_SILENT = `port.on("message", () => {})`;

test("a request without a thread is handled on the event loop", async (t) => {
  const threads = threadsThat(t, ANSWERS);
  assert.equal(threads.areReady, false);
  assert.equal(await threads.run(task), undefined);
});

test("a thread that ends fails the requests it was reading, and no others", async (t) => {
  const threads = threadsThat(t, `port.on("message", () => process.exit(1))`);
  await threads.start();
  await assert.rejects(threads.run(task), /The thread that read the response ended/);
  assert.equal(threads.count, 0);
  assert.equal(await threads.run(task), undefined);
});

test("requests beyond a thread's queue are handled on the event loop", async (t) => {
  const threads = threadsThat(t, KEEPS_SILENT);
  await threads.start();
  const waiting = Array.from({ length: 64 }, () => threads.run(task).catch(() => "ended"));
  assert.equal(threads.areReady, false);
  assert.equal(await threads.run(task), undefined);
  await threads.close();
  assert.deepEqual(new Set(await Promise.all(waiting)), new Set(["ended"]));
});

test("a busy event loop starts a thread, an idle one does not, and ends it after a while", async (t) => {
  let utilization = 0;
  let looks = 0;
  const loopUtilization = () => {
    looks++;
    return utilization;
  };
  const threads = threadsThat(t, ANSWERS, { loopUtilization });
  threads.watch();
  while (looks < 10) await sleep(1);
  assert.equal(threads.count, 0);
  utilization = 0.9;
  while (!threads.areReady) await sleep(1);
  assert.equal(threads.count, 1);
  assert.equal((await threads.run(task))?.bytes.length, 1);
  utilization = 0;
  while (threads.count > 0) await sleep(5);
});

test("no thread is started where none is wanted", async (t) => {
  const threads = threadsThat(t, ANSWERS, { most: 0, loopUtilization: () => 1 });
  threads.watch();
  await sleep(100);
  assert.equal(threads.count, 0);
});
