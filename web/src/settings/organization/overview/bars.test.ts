import assert from "node:assert/strict";
import { test } from "node:test";
import { barsOf, topOf } from "./bars.ts";

test("the top of the scale is the next number of one digit and zeros", () => {
  assert.deepEqual([[], [0], [1], [7, 3], [10], [11], [99], [4321]].map(topOf), [1, 1, 1, 7, 10, 20, 100, 5000]);
});

test("bars grow with their values, and nothing is drawn only for days with nothing", () => {
  const bars = barsOf([0, 1, 500, 1000].map((value, n) => ({ date: `2026-11-0${n + 1}`, value })));
  assert.deepEqual(
    bars.map(({ x, height }) => [x, height]),
    [
      [0, 0],
      [10, 1.5],
      [20, 50],
      [30, 100],
    ],
  );
});
