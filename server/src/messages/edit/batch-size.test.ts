import assert from "node:assert/strict";
import { test } from "node:test";
import { MOST_AT_ONCE, sizeFor } from "./batch-size.ts";

test("the more rows a message needs, the fewer messages are moved at once", () => {
  assert.equal(sizeFor({ apart: 0, losing: 0 }), MOST_AT_ONCE);
  assert.equal(sizeFor({ apart: 5, losing: 5 }), MOST_AT_ONCE);
  assert.equal(sizeFor({ apart: 25, losing: 25 }), 100);
  assert.equal(sizeFor({ apart: 20_000, losing: 0 }), 10);
});
