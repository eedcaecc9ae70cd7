import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ConcurrencyLimit } from "./concurrency-limit.ts";

test("each key runs a few tasks at a time, in order, and keys do not wait for each other", async () => {
  const limit = new ConcurrencyLimit<string>(2);
  const started: string[] = [];
  const endings: (() => void)[] = [];
  const run = (key: string, name: string) =>
    limit.run(key, () => {
      started.push(name);
      return new Promise<void>((resolve) => endings.push(resolve));
    });
  const all = [run("ada", "a1"), run("ada", "a2"), run("ada", "a3"), run("ada", "a4"), run("ben", "b1")];
  await nextTurn();
  assert.deepEqual(started, ["a1", "a2", "b1"]);
  endings[0]?.();
  await nextTurn();
  assert.deepEqual(started, ["a1", "a2", "b1", "a3"]);
  for (let n = 1; n < 5; n++) {
    endings[n]?.();
    await nextTurn();
  }
  await Promise.all(all);
  assert.equal(started.at(-1), "a4");
});

test("a failed task frees its place", async () => {
  const limit = new ConcurrencyLimit<string>(1);
  const failing = limit.run("ada", async () => {
    throw new Error("no");
  });
  const next = limit.run("ada", async () => "yes");
  await assert.rejects(failing, /no/);
  assert.equal(await next, "yes");
});
