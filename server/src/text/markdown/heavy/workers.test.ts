/** A task can block or crash only its own thread. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { pino } from "pino";
import { until } from "../../../../test/listener.ts";
import type { HeavyTask } from "./tasks.ts";
import { RenderWorkers, type RenderWorkersOptions } from "./workers.ts";

function workers(t: TestContext, options: Partial<RenderWorkersOptions> = {}): RenderWorkers {
  const made = new RenderWorkers({ log: pino({ enabled: false }), ...options });
  t.after(() => made.close());
  return made;
}

const formula = (source: string): HeavyTask => ({ kind: "formula", source, display: false });
const SMALL = formula("x^2");
/** The pattern searches to the end of the text for each of thousands of matches, which takes minutes. */
const ENDLESS: HeavyTask = {
  kind: "links",
  linkifiers: [{ pattern: "x(?:(?:.*a){20}.*b)?", url_template: "https://example.com/" }],
  source: "x a ".repeat(2_500),
};
const shown = (results: ReadonlyMap<string, unknown>) => [...results.values()].map((result) => String(result));

test("formulas, code and matches are processed outside this thread", async (t) => {
  const pool = workers(t, { deadlineMs: 5_000 });
  const texts: Parameters<typeof pool.run>[0] = [
    ...Array.from({ length: 120 }, (_, n) => formula(`\\frac{${n}}{2} ${"\\sqrt{x}".repeat(20)}`)),
    { kind: "code", grammar: "javascript", source: "const a = 1;" },
    {
      kind: "links",
      linkifiers: [{ pattern: "#(?P<id>[0-9]+)", url_template: "https://x.test/{id}" }],
      source: "#12",
    },
  ];
  // The least of three: this thread may have other work meanwhile, such as collecting garbage.
  const times: number[] = [];
  for (let n = 0; n < 3; n++) {
    const before = process.threadCpuUsage();
    const results = await pool.run(texts, { account: 1 });
    const { user, system } = process.threadCpuUsage(before);
    times.push(user + system);
    const [first, ...rest] = shown(results);
    assert.match(first ?? "", /class="katex"/);
    assert.match(rest.at(-2) ?? "", /<span class="k">const<\/span>/);
    assert.deepEqual([...results.values()].at(-1), [[{ start: 0, end: 3, url: "https://x.test/12" }]]);
  }
  // The worker thread takes more than 400 ms for it.
  assert.ok(Math.min(...times) < 300_000, `${times} µs of this thread`);
});

test("a text that takes too long ends its thread: finished parts are kept, and the next text gets a new thread", async (t) => {
  const pool = workers(t, { size: 1, deadlineMs: 100 });
  const [done, endless] = [...(await pool.run([SMALL, ENDLESS], { account: 1 })).values()];
  assert.match(String(done), /katex/);
  assert.equal(endless, undefined);
  assert.match(shown(await pool.run([SMALL], { account: 1 }))[0] ?? "", /katex/);
});

test("a thread that runs out of memory ends alone", async (t) => {
  const pool = workers(t, { size: 1, memoryMb: 30 });
  assert.match(shown(await pool.run([SMALL], { account: 1 }))[0] ?? "", /katex/);
  const large = formula(Array.from({ length: 1_200 }, () => "\\frac12").join(" "));
  assert.deepEqual(shown(await pool.run([large], { account: 1 })), ["undefined"]);
  assert.match(shown(await pool.run([SMALL], { account: 1 }))[0] ?? "", /katex/);
});

test("a thread with nothing to do ends, and the next text gets a new one", async (t) => {
  const pool = workers(t, { size: 1, idleMs: 1 });
  await pool.run([SMALL], { account: 1 });
  await until(() => pool.count === 0);
  assert.match(shown(await pool.run([SMALL], { account: 1 }))[0] ?? "", /katex/);
});

test("accounts take turns: one account with many texts does not delay others", async (t) => {
  const pool = workers(t, { size: 1 });
  const order: string[] = [];
  const run = async (account: number, name: string) => {
    await pool.run([SMALL], { account });
    order.push(name);
  };
  await Promise.all([run(1, "a1"), run(1, "a2"), run(1, "a3"), run(2, "b1"), run(3, "c1")]);
  assert.deepEqual(order, ["a1", "b1", "c1", "a2", "a3"]);
});

test("the number of waiting texts per account is limited, except for the server's own work", async (t) => {
  const pool = workers(t, { size: 1 });
  const accepted = Array.from({ length: 5 }, () => pool.run([SMALL], { account: 1 }));
  assert.throws(() => pool.run([SMALL], { account: 1 }), { code: "RATE_LIMIT_HIT" });
  const others = [pool.run([SMALL], { account: 2 }), pool.run([SMALL], { account: 1, isPatient: true })];
  for (const results of await Promise.all([...accepted, ...others])) assert.match(shown(results)[0] ?? "", /katex/);
});

test("closing resolves all waiting texts", async (t) => {
  const pool = workers(t, { size: 1 });
  const waiting = [pool.run([ENDLESS], { account: 1 }), pool.run([SMALL], { account: 2 })];
  await pool.close();
  await Promise.all(waiting);
});
