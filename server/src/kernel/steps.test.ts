import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { mapInSteps, restAfter, Steps, UNHURRIED } from "./steps.ts";

/** Keeps the processor busy for a while. */
function work(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

test("other work is served while a long list is processed, and its order is kept", async () => {
  let turns = 0;
  let isDone = false;
  const counting = (async () => {
    for (; !isDone; turns++) await nextTurn();
  })();
  const doubled = await mapInSteps([1, 2, 3, 4, 5], (n) => {
    work(6);
    return n * 2;
  });
  isDone = true;
  await counting;
  assert.deepEqual(doubled, [2, 4, 6, 8, 10]);
  assert.ok(turns >= 4, `${turns} turns`);
});

test("a turn of the event loop takes one step, however many computations are in progress", async () => {
  const steps: string[] = [];
  const compute = async (name: string) => {
    const own = new Steps();
    for (let n = 0; n < 3; n++) {
      await own.pause();
      steps.push(name);
    }
  };
  const all = Promise.all([compute("a"), compute("b"), compute("c")]);
  const perTurn: number[] = [];
  for (let turn = 0; turn < 12; turn++) {
    const before = steps.length;
    await nextTurn();
    perTurn.push(steps.length - before);
  }
  await all;
  assert.deepEqual(steps, ["a", "b", "c", "a", "b", "c", "a", "b", "c"]);
  assert.ok(Math.max(...perTurn) <= 1, perTurn.join());
});

test("a rest has a maximum, and ends when the work is to end", async () => {
  assert.deepEqual(
    [1, 100, 10_000].map((ms) => restAfter(ms, UNHURRIED)),
    [3, 300, 2000],
  );
  const ending = new AbortController();
  const steps = new Steps(1_000_000, ending.signal);
  work(1);
  const began = performance.now();
  const rest = steps.pause();
  ending.abort();
  await rest;
  await steps.pause();
  assert.ok(performance.now() - began < 1500);
});
