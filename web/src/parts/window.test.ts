import assert from "node:assert/strict";
import { test } from "node:test";
import { offsetsOf, shownRows } from "./window.ts";

const rows = offsetsOf(Array.from({ length: 10_000 }, () => 40));

test("rows around what is seen are drawn, however long the list is", () => {
  const shown = shownRows(rows, { top: 200_000, height: 800 }, []);
  assert.equal(shown[0], 4985);
  assert.equal(shown.at(-1), 5035);
  assert.equal(shown.length, 51);
});

test("at the ends there is nothing beyond them", () => {
  assert.equal(shownRows(rows, { top: -300, height: 800 }, [])[0], 0);
  assert.equal(shownRows(rows, { top: 399_500, height: 800 }, []).at(-1), 9999);
  assert.deepEqual(shownRows(offsetsOf([]), { top: 0, height: 800 }, []), []);
});

test("the row with the focus is drawn wherever it is, in its place", () => {
  const shown = shownRows(rows, { top: 200_000, height: 800 }, [3, 9000, 5000, -1, 20_000]);
  assert.equal(shown[0], 3);
  assert.equal(shown.at(-1), 9000);
  assert.equal(shown.length, 53);
});

test("rows of different heights are found by where they are", () => {
  const offsets = offsetsOf([10, 0, 5000, 30, 2000, 10]);
  assert.deepEqual([...offsets], [0, 10, 10, 5010, 5040, 7040, 7050]);
  assert.deepEqual(shownRows(offsets, { top: 6000, height: 100 }, []), [4]);
  assert.deepEqual(shownRows(offsets, { top: 0, height: 100 }, []), [0, 1, 2]);
});
