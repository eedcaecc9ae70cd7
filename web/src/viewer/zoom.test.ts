import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { FITTED, moved, type View, zoomed, zoomedIn, zoomedOut } from "./zoom.ts";

const SHOWN = { width: 800, height: 600 };
const ROOM = { width: 1000, height: 700 };

test("a picture is zoomed in, and out no further than it fits", () => {
  assert.equal(zoomedIn(FITTED, SHOWN, ROOM).scale, 1.5);
  assert.deepEqual(zoomedOut(zoomedIn(FITTED, SHOWN, ROOM), SHOWN, ROOM), FITTED);
  assert.deepEqual(zoomedOut(FITTED, SHOWN, ROOM), FITTED);
});

test("what is under the pointer stays under it", () => {
  const view = zoomed(FITTED, 4, { x: 100, y: -50 }, SHOWN, ROOM);
  assert.deepEqual(view, { scale: 4, x: -300, y: 150 });
});

test("a picture is never moved out of sight, however it is zoomed and dragged", () => {
  const step = fc.record({
    factor: fc.double({ min: 0.1, max: 10, noNaN: true }),
    x: fc.integer({ min: -900, max: 900 }),
    y: fc.integer({ min: -900, max: 900 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      let view: View = FITTED;
      for (const { factor, x, y } of steps)
        view = moved(zoomed(view, factor, { x, y }, SHOWN, ROOM), { x: y, y: x }, SHOWN, ROOM);
      assert.ok(view.scale >= 1 && view.scale <= 8);
      assert.ok(Math.abs(view.x) <= Math.max(0, (SHOWN.width * view.scale - ROOM.width) / 2) + 1e-6);
      assert.ok(Math.abs(view.y) <= Math.max(0, (SHOWN.height * view.scale - ROOM.height) / 2) + 1e-6);
    }),
  );
});
