import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { dragged, MIDDLE, MOST_ZOOM, squareOf, within } from "./crop.ts";

const wide = { width: 400, height: 200 };

test("at first the largest square in the middle is used", () => {
  assert.deepEqual(squareOf(wide, MIDDLE), { left: 100, top: 0, side: 200 });
  assert.deepEqual(squareOf({ width: 200, height: 400 }, MIDDLE), { left: 0, top: 100, side: 200 });
});

test("dragging the picture to the right shows more of its left, as far as it goes", () => {
  const moved = dragged(wide, MIDDLE, { x: 50, y: 50 }, 200);
  assert.deepEqual(squareOf(wide, moved), { left: 50, top: 0, side: 200 });
  assert.deepEqual(squareOf(wide, dragged(wide, moved, { x: 500, y: 0 }, 200)), { left: 0, top: 0, side: 200 });
});

test("a drag moves the picture by as much as the pointer, at every zoom", () => {
  const close = within(wide, { ...MIDDLE, zoom: 2 });
  const before = squareOf(wide, close);
  const after = squareOf(wide, dragged(wide, close, { x: -20, y: 10 }, 100));
  assert.deepEqual([after.left - before.left, after.top - before.top].map(Math.round), [20, -10]);
});

test("the square is always within the picture", () => {
  const pixels = fc.integer({ min: 1, max: 9000 });
  const share = fc.double({ min: -2, max: 3, noNaN: true });
  const zoom = fc.double({ min: 0, max: 50, noNaN: true });
  fc.assert(
    fc.property(pixels, pixels, zoom, share, share, (width, height, zoomed, x, y) => {
      const { left, top, side } = squareOf({ width, height }, { zoom: zoomed, x, y });
      const slack = 1e-6 * Math.max(width, height);
      assert.ok(left >= -slack && top >= -slack);
      assert.ok(left + side <= width + slack && top + side <= height + slack);
      assert.ok(side >= Math.min(width, height) / MOST_ZOOM - slack);
    }),
  );
});
