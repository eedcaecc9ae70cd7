import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { pino } from "pino";
import { DatabaseUnavailable } from "../db/unavailable.ts";
import type { ReadingTask } from "./task.ts";
import { ReadingThreads } from "./threads.ts";

const [ADA, BEN, EVE] = [1, 2, 3];
const log = pino({ level: "silent" });
const task = () => ({ operation: "GET /messages" }) as ReadingTask;

const workers = new WeakMap<TestContext, Worker>();
const lastWorker = (t: TestContext): Worker => workers.get(t) as Worker;

const threadsThat = (t: TestContext, body: string, { most = 1, loopUtilization = (): number => 0 } = {}) => {
  const source = `const { parentPort: port } = require("node:worker_threads"); ${body}; port.postMessage("ready");`;
  const threads = new ReadingThreads({
    most,
    log,
    startThread() {
      const worker = new Worker(source, { eval: true });
      workers.set(t, worker);
      return worker;
    },
    lookEveryMs: 5,
    loopUtilization,
  });
  t.after(() => threads.close());
  return threads;
};
const ANSWERS = `port.on("message", ({ number }) => port.postMessage({ number, answer: { bytes: new Uint8Array(1), isCompressed: false, characters: 1 } }))`;
const KEEPS_SILENT = `port.on("message", () => {})`;

test("a request without a thread is handled on the event loop", async (t) => {
  const threads = threadsThat(t, ANSWERS);
  assert.equal(await threads.run(ADA, task), undefined);
});

test("a thread that ends fails the requests it was reading, and no others", async (t) => {
  const threads = threadsThat(t, `port.on("message", () => process.exit(1))`);
  await threads.start();
  await assert.rejects(threads.run(ADA, task), /The thread that read the response ended/);
  assert.equal(threads.count, 0);
  assert.equal(await threads.run(ADA, task), undefined);
});

test("requests beyond a thread's queue are handled on the event loop", async (t) => {
  const threads = threadsThat(t, KEEPS_SILENT);
  await threads.start();
  const waiting = Array.from({ length: 64 }, () => threads.run(ADA, task).catch(() => "ended"));
  assert.equal(await threads.run(ADA, task), undefined);
  await threads.close();
  assert.deepEqual(new Set(await Promise.all(waiting)), new Set(["ended"]));
});

test("nobody waits behind somebody whose responses are large", async (t) => {
  // As many characters as the task says; never answered if that is less than none.
  const answer = `{ bytes: new Uint8Array(1), isCompressed: false, characters: task.now }`;
  const answers = `if (task.now >= 0) port.postMessage({ number, answer: ${answer} })`;
  const threads = threadsThat(t, `port.on("message", ({ number, task }) => { ${answers} })`, { most: 2 });
  await threads.start();
  const of = (now: number) => () => ({ ...task(), now });
  await threads.run(EVE, of(5_000_000));
  await threads.run(BEN, of(5_000));
  const long = [threads.run(EVE, of(-1)).catch(() => "ended")];
  assert.equal(await threads.run(BEN, of(1)), undefined, "on the event loop instead");
  assert.ok(await threads.run(EVE, of(1)), "their own reads still go there");
  await threads.start();
  long.push(threads.run(EVE, of(-1)).catch(() => "ended"));
  assert.ok(await threads.run(BEN, of(1)), "the second thread is left to others");
  await threads.close();
  assert.deepEqual(await Promise.all(long), ["ended", "ended"]);
});

test("nobody waits behind a read that asks for much, though its sender has not read anything before", async (t) => {
  const threads = threadsThat(t, KEEPS_SILENT);
  await threads.start();
  const long = threads.run(EVE, task, { asksForMuch: true }).catch(() => "ended");
  assert.equal(await threads.run(BEN, task), undefined, "on the event loop instead");
  await threads.close();
  assert.equal(await long, "ended");
});

test("a task that cannot be copied is refused, and nobody waits for it", async (t) => {
  const threads = threadsThat(t, ANSWERS);
  await threads.start();
  for (let n = 0; n < 100; n++)
    await assert.rejects(
      threads.run(ADA, () => ({ ...task(), sent: { a: () => {} } }) as never),
      { name: "DataCloneError" },
    );
  assert.ok(await threads.run(ADA, task));
});

test("a thread that cannot answer says so, and one whose database is unavailable how long to wait", async (t) => {
  const outcome = `number === 1 ? {} : { unavailable: { sentence: "The disk is gone.", retryAfterSeconds: 7 } }`;
  const threads = threadsThat(t, `port.on("message", ({ number }) => port.postMessage({ number, ...(${outcome}) }))`);
  await threads.start();
  assert.equal(await threads.run(ADA, task), "unanswered");
  await assert.rejects(threads.run(ADA, task), (error: Error) => {
    assert.ok(error instanceof DatabaseUnavailable);
    assert.deepEqual([error.message, error.retryAfterSeconds], ["The disk is gone.", 7]);
    return true;
  });
  assert.equal(threads.answered, 0);
});

test("a message that cannot be read ends its thread, and the requests that waited for it", async (t) => {
  const threads = threadsThat(t, KEEPS_SILENT);
  await threads.start();
  const waiting = threads.run(ADA, task);
  // No value that a thread could send causes it reliably.
  lastWorker(t).emit("messageerror", new Error("unreadable"));
  await assert.rejects(waiting, /The thread that read the response ended/);
  assert.equal(threads.count, 0);
});

test("after a thread failed to start, the next one is tried later, and later each time", async (t) => {
  let started = 0;
  let looks = 0;
  const at: number[] = [];
  const threads = new ReadingThreads({
    most: 1,
    log,
    startThread() {
      at.push(looks);
      // The first way to fail is before there is a thread.
      if (++started === 1) throw new Error("There is no room for a thread.");
      return new Worker("process.exit(1)", { eval: true });
    },
    lookEveryMs: 5,
    loopUtilization: () => {
      looks++;
      return 0.9;
    },
  });
  t.after(() => threads.close());
  threads.watch();
  while (started < 3) await sleep(5);
  const [first = 0, second = 0, third = 0] = at;
  assert.ok(second - first >= 10, `${at}`);
  assert.ok(third - second >= 20, `${at}`);
});

test("threads that are being ended get no requests", async (t) => {
  const threads = threadsThat(t, ANSWERS);
  await threads.start();
  const closing = threads.close();
  assert.equal(await threads.run(ADA, task), undefined);
  await closing;
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
  let answer = await threads.run(ADA, task);
  while (answer === undefined) {
    await sleep(1);
    answer = await threads.run(ADA, task);
  }
  assert.equal(threads.count, 1);
  assert.equal(answer !== "unanswered" && answer.bytes.length, 1);
  utilization = 0;
  while (threads.count > 0) await sleep(5);
});

test("no thread is started where none is wanted", async (t) => {
  const threads = threadsThat(t, ANSWERS, { most: 0, loopUtilization: () => 1 });
  threads.watch();
  await sleep(100);
  assert.equal(threads.count, 0);
});
