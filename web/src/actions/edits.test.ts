import assert from "node:assert/strict";
import { test } from "node:test";
import { keptTextOf, withKept, withoutKept } from "./kept-edits.ts";
import { moving } from "./move/scope.ts";

const HOUR = 3_600_000;

test("an edit that was cancelled is kept for an hour", () => {
  const kept = withKept({}, 7, { text: "Lunch at two", at: 1000 });
  assert.equal(keptTextOf(kept, 7, HOUR), "Lunch at two");
  assert.equal(keptTextOf(kept, 7, 1000 + HOUR), undefined);
  assert.equal(keptTextOf(kept, 8, 1000), undefined);
  assert.deepEqual(withoutKept(kept, 7, 2000), {});
});

test("what is too old goes when something else is kept", () => {
  const kept = withKept({}, 7, { text: "old", at: 0 });
  assert.deepEqual(Object.keys(withKept(kept, 8, { text: "new", at: HOUR })), ["8"]);
});

test("one, this and later, or all of a topic moves", () => {
  const ids = [3, 5, 8];
  assert.deepEqual(moving("one", 5, ids), [5]);
  assert.deepEqual(moving("later", 5, ids), [5, 8]);
  assert.deepEqual(moving("all", 5, ids), ids);
  assert.equal(moving("all", 5, undefined), undefined);
  assert.deepEqual(moving("one", 5, undefined), [5]);
});
