import assert from "node:assert/strict";
import { test } from "node:test";
import { shownRows } from "./shown-rows.ts";

const NOTHING = { anchor: undefined, others: [] };

test("rows before and after those seen are there too, within a bound", () => {
  const some = shownRows({ startIndex: 50, endIndex: 60, count: 1000 }, NOTHING);
  assert.deepEqual([some[0], some.at(-1)], [36, 74]);
  assert.ok(shownRows({ startIndex: 100, endIndex: 160, count: 1000 }, NOTHING).length <= 80);
});

test("at the ends there is nothing beyond", () => {
  assert.deepEqual(shownRows({ startIndex: 0, endIndex: 2, count: 3 }, NOTHING), [0, 1, 2]);
  assert.deepEqual(shownRows({ startIndex: 0, endIndex: 0, count: 0 }, NOTHING), []);
});

test("the row with the focus stays, wherever the reader is", () => {
  const shown = shownRows({ startIndex: 500, endIndex: 510, count: 1000 }, { anchor: 505, others: [3] });
  assert.equal(shown[0], 3);
  assert.equal(shown[1], 486);
});

test("where the place is not among the rows seen, rows around the place are shown", () => {
  const shown = shownRows({ startIndex: 0, endIndex: 10, count: 1000 }, { anchor: 400, others: [] });
  assert.deepEqual([shown[0], shown.at(-1)], [362, 438]);
});

test("a log opens with a screenful around the place", () => {
  const room = { px: 800, atLeast: () => 40 };
  const shown = shownRows({ startIndex: 0, endIndex: 10, count: 1000 }, { anchor: 999, others: [], room });
  assert.deepEqual([shown[0], shown.at(-1)], [979, 999]);
  const small = { px: 800, atLeast: () => 1 };
  assert.ok(
    shownRows({ startIndex: 0, endIndex: 0, count: 1000 }, { anchor: 500, others: [], room: small }).length < 80,
  );
});

test("until that is painted, no more rows are shown", () => {
  const room = { px: 800, atLeast: () => 40 };
  const seen = { startIndex: 975, endIndex: 999, count: 1000 };
  const opening = shownRows(seen, { anchor: 999, others: [], room, isOpening: true });
  assert.deepEqual([opening[0], opening.at(-1)], [979, 999]);
  assert.equal(shownRows(seen, { anchor: 999, others: [], room })[0], 961);
});
