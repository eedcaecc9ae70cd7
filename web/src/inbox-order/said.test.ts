import assert from "node:assert/strict";
import { test } from "node:test";
import { saidOf } from "./said.ts";

test("a number is said when it is exact, and up to 999", () => {
  assert.equal(saidOf(1, true), "exact");
  assert.equal(saidOf(999, true), "exact");
  assert.equal(saidOf(1000, true), "many");
});

test("where old ones were left out, no number is said that could be too small", () => {
  assert.equal(saidOf(1, false), "some");
  assert.equal(saidOf(999, false), "some");
  assert.equal(saidOf(1000, false), "many", "more than 999 is true however many are missing");
  assert.equal(saidOf(100, false, 99), "many");
});
