import assert from "node:assert/strict";
import { test } from "node:test";
import { isSameOrder, steadied } from "./order.ts";

const rows = (...keys: string[]) => keys.map((key) => ({ key, isGone: false }));
const keys = (shown: readonly { key: string }[]) => shown.map(({ key }) => key).join();

test("while the reader is there, rows stay where they were and new ones come after them", () => {
  assert.equal(keys(steadied(rows("a", "b", "c"), rows("c", "d", "a", "b"), () => undefined)), "a,b,c,d");
});

test("a row that is not wanted any more goes, or stays as what is left of it", () => {
  assert.equal(keys(steadied(rows("a", "b"), rows("b"), () => undefined)), "b");
  const kept = steadied(rows("a", "b"), rows("b"), (row) => ({ ...row, isGone: true }));
  assert.deepEqual(kept, [
    { key: "a", isGone: true },
    { key: "b", isGone: false },
  ]);
});

test("an order is the same by its keys, whatever else the rows say", () => {
  assert.ok(isSameOrder(rows("a", "b"), [{ key: "a" }, { key: "b" }]));
  assert.ok(!isSameOrder(rows("a", "b"), rows("b", "a")));
  assert.ok(!isSameOrder(rows("a"), rows("a", "b")));
});
