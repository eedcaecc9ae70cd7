import assert from "node:assert/strict";
import { test } from "node:test";
import { severalAtOnce } from "./several-at-once.ts";

test("no more than so many items are worked on at once, and all of them once", async () => {
  const [done, most] = [[] as number[], { now: 0, ever: 0 }];
  await severalAtOnce([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    most.ever = Math.max(most.ever, ++most.now);
    await null;
    most.now--;
    done.push(item);
  });
  assert.deepEqual([done.sort(), most.ever], [[1, 2, 3, 4, 5, 6, 7], 3]);
});

test("after a failure nothing else is begun, and nothing goes on when it is reported", async () => {
  const begun: number[] = [];
  let isGoingOn = false;
  const work = severalAtOnce([1, 2, 3, 4], 2, async (item) => {
    begun.push(item);
    if (item === 1) throw new Error("The first one fails.");
    isGoingOn = true;
    await new Promise(setImmediate);
    isGoingOn = false;
  });
  await assert.rejects(work, /The first one fails/);
  assert.deepEqual([begun, isGoingOn], [[1, 2], false]);
});
