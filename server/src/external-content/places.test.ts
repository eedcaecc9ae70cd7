import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { Places } from "./places.ts";

/** Takes a place, and says so when it has one. */
function takes(places: Places, reader: string) {
  const taking = { isIn: false, leave: () => {} };
  void places.take(reader).then((leave) => Object.assign(taking, { isIn: true, leave }));
  return taking;
}

test("there is room for so many, and whoever comes later waits for one of them to leave", async () => {
  const places = new Places({ atOnce: 2, perReader: 2 });
  const [first, second, third] = ["a", "b", "c"].map((reader) => takes(places, reader));
  await setImmediate();
  assert.deepEqual([first?.isIn, second?.isIn, third?.isIn], [true, true, false]);
  first?.leave();
  first?.leave();
  const fourth = takes(places, "d");
  await setImmediate();
  assert.deepEqual([third?.isIn, fourth.isIn], [true, false], "leaving twice makes room once");
});

test("whoever takes all that one may have waits for themselves, and nobody else does", async () => {
  const places = new Places({ atOnce: 10, perReader: 1 });
  const crowd = [takes(places, "a"), takes(places, "a"), takes(places, "a")];
  const other = takes(places, "b");
  await setImmediate();
  assert.deepEqual([...crowd.map(({ isIn }) => isIn), other.isIn], [true, false, false, true]);
  crowd[0]?.leave();
  await setImmediate();
  assert.deepEqual(
    crowd.map(({ isIn }) => isIn),
    [true, true, false],
  );
});
