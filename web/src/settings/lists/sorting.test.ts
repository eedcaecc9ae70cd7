import assert from "node:assert/strict";
import { test } from "node:test";
import { draggedTo, withMoved } from "./sorting.ts";

test("an item is moved up and down, and not beyond the ends", () => {
  assert.deepEqual(withMoved(["a", "b", "c"], 0, 2), ["b", "c", "a"]);
  assert.deepEqual(withMoved(["a", "b", "c"], 2, 0), ["c", "a", "b"]);
  assert.deepEqual(withMoved(["a", "b", "c"], 1, 9), ["a", "c", "b"]);
  const same = ["a", "b"];
  assert.equal(withMoved(same, 0, -1), same);
  assert.equal(withMoved(same, 5, 0), same);
});

/** Rows of 10, 40 and 10 pixels. */
const extents = [
  { top: 0, height: 10 },
  { top: 10, height: 40 },
  { top: 50, height: 10 },
];

test("a dragged row changes places beyond the middle of its neighbour", () => {
  assert.equal(draggedTo(extents, 0, 29), 0);
  assert.equal(draggedTo(extents, 0, 31), 1);
  assert.equal(draggedTo(extents, 0, 56), 2);
  assert.equal(draggedTo(extents, 2, 29), 1);
  assert.equal(draggedTo(extents, 2, 4), 0);
  assert.equal(draggedTo(extents, 1, 30), 1);
});

test("a row that has just changed places with a larger one stays there", () => {
  // The first row at 31 is now the second: the larger one is from 0 to 40.
  const after = [
    { top: 0, height: 40 },
    { top: 40, height: 10 },
    { top: 50, height: 10 },
  ];
  assert.equal(draggedTo(after, 1, 31), 1);
});
