import assert from "node:assert/strict";
import { test } from "node:test";
import { RetriedWork } from "./retried-work.ts";

test("work runs when it is due, once at a time, and later again after a failure", async (t) => {
  t.mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
  const ends: PromiseWithResolvers<void>[] = [];
  const work = new RetriedWork(
    () => {
      const end = Promise.withResolvers<void>();
      ends.push(end);
      return end.promise;
    },
    { retryMs: 5000, everyMs: 60_000 },
  );
  const runs = () => {
    work.look();
    return ends.length;
  };
  assert.equal(runs(), 0, "nobody has asked for it");
  work.due();
  assert.deepEqual([runs(), runs()], [1, 1]);
  ends[0]?.reject(new Error("The place is full."));
  await work.settled();
  assert.equal(work.failure, "The place is full.");
  assert.equal(runs(), 1);
  t.mock.timers.tick(5000);
  assert.equal(runs(), 2);
  work.due();
  ends[1]?.resolve();
  await work.settled();
  assert.equal(work.failure, undefined);
  assert.equal(runs(), 3, "it became due while it ran");
  ends[2]?.resolve();
  await work.settled();
  t.mock.timers.tick(59_999);
  assert.equal(runs(), 3);
  t.mock.timers.tick(1);
  assert.equal(runs(), 4);
  ends[3]?.resolve();
});
