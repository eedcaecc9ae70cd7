import assert from "node:assert/strict";
import { test } from "node:test";
import { hueAt } from "./hue-ring.ts";

test("the ring begins at the top and goes with the clock", () => {
  assert.deepEqual([hueAt(0, -10), hueAt(10, 0), hueAt(0, 10), hueAt(-10, 0)], [0, 90, 180, 270]);
  assert.equal(hueAt(-0.01, -100), 0);
});
