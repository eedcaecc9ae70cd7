import assert from "node:assert/strict";
import { test } from "node:test";
import { TestClock } from "../../../test/clock.ts";
import { Recent } from "./recent.ts";

test("the least recently used entry is evicted first", () => {
  const recent = new Recent<number>(new TestClock(), 10);
  const lastsMs = 1000;
  recent.set("a", 1, { lastsMs, weight: 4 });
  recent.set("b", 2, { lastsMs, weight: 4 });
  assert.equal(recent.get("a"), 1);
  recent.set("c", 3, { lastsMs, weight: 4 });
  assert.deepEqual([recent.get("a"), recent.get("b"), recent.get("c")], [1, undefined, 3]);
  recent.set("a", 4, { lastsMs, weight: 1 });
  recent.set("d", 5, { lastsMs, weight: 5 });
  assert.deepEqual([recent.get("a"), recent.get("c"), recent.get("d")], [4, 3, 5], "what is replaced weighs no more");
  recent.set("e", 6, { lastsMs, weight: 11 });
  assert.deepEqual([recent.get("d"), recent.get("e")], [undefined, undefined], "too large to be kept at all");
});

test("entries expire", async () => {
  const clock = new TestClock();
  const recent = new Recent<number>(clock, 10);
  recent.set("a", 1, { lastsMs: 1000 });
  await clock.advance({ seconds: 0.999 });
  assert.equal(recent.get("a"), 1);
  await clock.advance({ seconds: 0.001 });
  assert.equal(recent.get("a"), undefined);
});
