import assert from "node:assert/strict";
import { test } from "node:test";
import { MessageParts } from "./parts.ts";

const ids = [10, 20, 30, 40, 50];

test("who was there all the time sees all, and who was not sees nothing", () => {
  const parts = new MessageParts(ids);
  assert.equal(parts.during([{ from: 1, to: null }]), parts.all);
  assert.equal(parts.during([{ from: 10, to: 50 }]), parts.all);
  assert.equal(parts.during([]), parts.none);
  assert.equal(parts.during([{ from: 51, to: null }]), parts.none);
  assert.equal(parts.during([{ from: 21, to: 29 }]), parts.none);
});

test("people who saw the same get the same part, however often they came and went", () => {
  const parts = new MessageParts(ids);
  const seen = parts.during([{ from: 15, to: 45 }]);
  assert.deepEqual(seen.ids, [20, 30, 40]);
  const [early, late] = [
    { from: 20, to: 25 },
    { from: 26, to: 40 },
  ];
  assert.equal(parts.during([late, early]), seen);
  const interrupted = parts.during([
    { from: 1, to: 20 },
    { from: 40, to: null },
  ]);
  assert.deepEqual(interrupted.ids, [10, 20, 40, 50]);
});

test("what is lost is what was seen and is not any more", () => {
  const parts = new MessageParts(ids);
  const [first, last] = [parts.during([{ from: 1, to: 30 }]), parts.during([{ from: 30, to: null }])];
  assert.deepEqual(parts.without(first, last).ids, [10, 20]);
  assert.equal(parts.without(first, last), parts.without(first, last));
  assert.equal(parts.without(first, parts.none), first);
  assert.equal(parts.without(first, parts.all), parts.none);
});

test("of no messages everybody sees all and nothing", () => {
  const parts = new MessageParts([]);
  assert.equal(parts.during([{ from: 1, to: null }]), parts.none);
  assert.equal(parts.all, parts.none);
});
