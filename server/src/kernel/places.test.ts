import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { Places } from "./places.ts";

const ROOM = { atOnce: 10, perName: 10, waiting: 10, waitingPerName: 10 };

/** Takes a place, and records whether it got one or was refused. */
function takes(places: Places, ...names: string[]) {
  const taking = { isIn: false, isGone: false, refused: undefined as number | undefined, leave: () => {} };
  places
    .take(names, () => taking.isGone)
    .then(
      (leave) => Object.assign(taking, { isIn: true, leave }),
      (error: { status: number }) => Object.assign(taking, { refused: error.status }),
    );
  return taking;
}

test("places are limited, and later callers wait until one is freed", async () => {
  const places = new Places({ ...ROOM, atOnce: 2 });
  const [first, second, third] = ["a", "b", "c"].map((reader) => takes(places, reader));
  await setImmediate();
  assert.deepEqual([first?.isIn, second?.isIn, third?.isIn], [true, true, false]);
  first?.leave();
  first?.leave();
  const fourth = takes(places, "d");
  await setImmediate();
  assert.deepEqual([third?.isIn, fourth.isIn], [true, false], "leaving twice makes room once");
});

test("a caller who uses up their own places waits, and others do not", async () => {
  const places = new Places({ ...ROOM, perName: 1 });
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

test("freeing a place with two names makes room for those who wait for either", async () => {
  const places = new Places({ ...ROOM, perName: 1 });
  const first = takes(places, "reader a", "site x");
  const [sameReader, sameSite] = [takes(places, "reader a", "site y"), takes(places, "reader b", "site x")];
  const other = takes(places, "reader c", "site z");
  await setImmediate();
  assert.deepEqual([first.isIn, sameReader.isIn, sameSite.isIn, other.isIn], [true, false, false, true]);
  first.leave();
  await setImmediate();
  assert.deepEqual([sameReader.isIn, sameSite.isIn], [true, true]);
});

test("the number of waiting callers is limited, in total and per name; others are refused", async () => {
  const places = new Places({ atOnce: 1, perName: 1, waiting: 3, waitingPerName: 2 });
  const all = ["a", "a", "a", "a", "b", "c"].map((name) => takes(places, name));
  await setImmediate();
  assert.deepEqual(
    all.map(({ isIn, refused }) => (isIn ? "in" : refused)),
    ["in", undefined, undefined, 503, undefined, 503],
  );
});

test("a waiting caller who disconnects makes room, and takes no place", async () => {
  const places = new Places({ ...ROOM, atOnce: 1, waiting: 1 });
  const [first, gone] = [takes(places, "a"), takes(places, "b")];
  await setImmediate();
  gone.isGone = true;
  const next = takes(places, "c");
  first.leave();
  await setImmediate();
  assert.deepEqual([gone.isIn, gone.refused, next.isIn], [false, 503, true]);
});
