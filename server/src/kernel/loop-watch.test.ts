import assert from "node:assert/strict";
import { test as nodeTest } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { ask } from "../../test/ask.ts";
import { org, test, useServer } from "../../test/index.ts";
import { startServer } from "../../test/server.ts";
import { change } from "./context.ts";
import { enqueue, jobKind } from "./jobs/job-kind.ts";
import { BLOCKED_MS, type Blockage, type Delay, LoopWatch } from "./loop-watch.ts";
import { serverContext } from "./server-context.ts";

/** Computes for that long without yielding. */
function compute(ms: number): void {
  const begun = process.threadCpuUsage();
  const started = performance.now();
  const used = () => {
    const { user, system } = process.threadCpuUsage(begun);
    return (user + system) / 1000;
  };
  while (used() < ms || performance.now() - started < ms);
}

const dig = jobKind<object>("dig");
const lines: { operation?: string; ms?: number; cpu_ms?: number; msg: string }[] = [];
const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
useServer((engine) => startServer(engine, {}, { log, jobs: [dig.inside(async () => compute(2 * BLOCKED_MS))] }));

test("a job that blocks the event loop is named in the log and in the metrics", async (t) => {
  const acme = await org(t);
  const { app } = acme.server;
  await change(serverContext(app, acme.realm), async (ctx) => enqueue(ctx, dig({})));
  await app.jobs.settled();
  const found = () => lines.find((line) => line.operation === "job dig");
  for (let n = 0; n < 100 && !found(); n++) await sleep(20);
  assert.ok((found()?.ms ?? 0) >= BLOCKED_MS, JSON.stringify(lines));
  assert.ok((found()?.cpu_ms ?? 0) >= BLOCKED_MS, "it computed");
  assert.equal(found()?.msg, "the event loop was blocked");
  const metrics = await ask(acme.server, "GET //metrics", { remoteAddress: "127.0.0.1" });
  assert.match(metrics.text, /parley_event_loop_blocked_seconds_count\{operation="job dig"\} [1-9]/);
});

async function watching(work: (watch: LoopWatch) => Promise<void>) {
  const [reported, exceeded]: [Blockage[], Blockage[]] = [[], []];
  const watch = new LoopWatch((each) => reported.push(each), {
    cpuMs: 100,
    exceeded: (each) => exceeded.push(each),
  });
  watch.start();
  await work(watch);
  await sleep(150);
  watch.stop();
  return { reported: reported.map((each) => each.operation), exceeded: exceeded.map((each) => each.operation) };
}

nodeTest("a delay without computation is reported as such", async () => {
  const delays: Delay[] = [];
  const watch = new LoopWatch((each) => delays.push(each));
  watch.start();
  await sleep(60);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * BLOCKED_MS);
  await sleep(60);
  watch.stop();
  assert.ok(
    delays.some(({ ms, cpuMs }) => ms >= BLOCKED_MS && cpuMs < ms / 2),
    JSON.stringify(delays),
  );
});

nodeTest("of several operations in one turn the longest is named", async () => {
  const found = await watching(async (watch) => {
    await sleep(60);
    watch.entered("/quick");
    watch.left();
    watch.entered("/long");
    compute(300);
    watch.entered("/after");
    watch.left();
  });
  assert.ok(found.reported.includes("/long"), `${found.reported}`);
  assert.deepEqual(found.exceeded, ["/long"]);
});

nodeTest("computation between operations is not attributed to one of them", async () => {
  const found = await watching(async (watch) => {
    watch.entered("/quick");
    watch.left();
    compute(150);
  });
  assert.deepEqual(found.exceeded, []);
});
