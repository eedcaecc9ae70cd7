import assert from "node:assert/strict";
import { test } from "node:test";
import { MessageParts } from "./parts.ts";

const ids = [10, 20, 30, 40, 50];

test("users subscribed all the time see everything, and others see nothing", () => {
  const parts = new MessageParts(ids);
  assert.equal(parts.during([{ from: 1, to: null }]), parts.all);
  assert.equal(parts.during([{ from: 10, to: 50 }]), parts.all);
  assert.equal(parts.during([]), parts.none);
  assert.equal(parts.during([{ from: 51, to: null }]), parts.none);
  assert.equal(parts.during([{ from: 21, to: 29 }]), parts.none);
});

test("users who see the same messages share a part, however often they left and returned", () => {
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

test("lost messages are those that were visible and no longer are", () => {
  const parts = new MessageParts(ids);
  const [first, last] = [parts.during([{ from: 1, to: 30 }]), parts.during([{ from: 30, to: null }])];
  assert.deepEqual(parts.without(first, last).ids, [10, 20]);
  assert.equal(parts.without(first, last), parts.without(first, last));
  assert.equal(parts.without(first, parts.none), first);
  assert.equal(parts.without(first, parts.all), parts.none);
});

test("of an empty list everyone sees both everything and nothing", () => {
  const parts = new MessageParts([]);
  assert.equal(parts.during([{ from: 1, to: null }]), parts.none);
  assert.equal(parts.all, parts.none);
});
