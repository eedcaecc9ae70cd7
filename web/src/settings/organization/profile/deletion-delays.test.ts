import assert from "node:assert/strict";
import { test } from "node:test";
import { deletionDelays } from "./deletion-delays.ts";

test("delays are within the server's limits, and data can be kept only where no delay is the longest", () => {
  assert.deepEqual(deletionDelays(14, null), [null, 14, 30, 90, 365]);
  assert.deepEqual(deletionDelays(null, null), [null, 0, 14, 30, 90, 365]);
  assert.deepEqual(deletionDelays(20, 60), [20, 30, 60]);
  assert.deepEqual(deletionDelays(400, null), [null, 400]);
});
