import assert from "node:assert/strict";
import { test } from "node:test";
import { screenStep } from "./screen-step.ts";

const step = (by: 1 | -1, from: number, seen: number, isAtEdge = false) =>
  screenStep({ by, from, seen, rows: 30, isAtEdge });

test("a screen down goes to the first visible row, and at the end to the last one", () => {
  assert.equal(step(1, -1, 4), 4);
  assert.equal(step(1, 4, 14), 14);
  assert.equal(step(1, 25, 20), 29);
  assert.equal(step(1, 29, 20, true), 29);
  assert.equal(step(1, -1, 20, true), 29);
});

test("a screen up goes to the first visible row, and at the start to the first one", () => {
  assert.equal(step(-1, 20, 10), 10);
  assert.equal(step(-1, 3, 3), 0);
  assert.equal(step(-1, 5, 0, true), 0);
});
