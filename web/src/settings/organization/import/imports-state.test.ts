import assert from "node:assert/strict";
import { test } from "node:test";
import { type ArchiveImport, afterEvents, hasEnded, isUnderWay, roughly, shareOf, withNews } from "./imports-state.ts";

const first: ArchiveImport = {
  id: 1,
  acting_user_id: 7 as never,
  file_name: "acme.zip",
  size: 1000,
  source: null,
  state: "reading",
  problem: null,
  stage: null,
  done: 0,
  total: null,
  seconds_left: null,
  uploaded_at: 1_700_000_000,
  started_at: null,
  ended_at: null,
};

test("events change an import, or add one before the others", () => {
  const event = (id: number, changed: object) =>
    ({ id, type: "realm_import", op: "update", import: { ...first, ...changed } }) as never;
  assert.deepEqual(afterEvents([first], [event(1, { state: "ready" })]), [{ ...first, state: "ready" }]);
  const after = afterEvents([first], [event(2, { id: 2 }), { id: 3, type: "message" } as never]);
  assert.deepEqual(
    after.map(({ id }) => id),
    [2, 1],
  );
});

test("of the events before the list has come, the last about each import is kept", () => {
  const event = (id: number, changed: object) =>
    ({ id, type: "realm_import", op: "update", import: { ...first, ...changed } }) as never;
  let kept: readonly unknown[] = [];
  for (let done = 1; done <= 1000; done++) kept = withNews(kept as never, [event(done, { done }), event(0, { id: 2 })]);
  assert.equal(kept.length, 2);
  assert.deepEqual(
    afterEvents([first], kept as never)
      .map(({ id, done }) => [id, done])
      .sort(),
    [
      [1, 1000],
      [2, 0],
    ],
  );
  assert.deepEqual(withNews([], [{ id: 3, type: "message" } as never]), []);
});

test("a report is fetched when its import has ended, and not when it or another one has come further", () => {
  const event = (changed: object) =>
    [{ id: 1, type: "realm_import", op: "update", import: { ...first, ...changed } }] as never;
  assert(!hasEnded(1, event({ state: "running", done: 500 })));
  assert(!hasEnded(1, event({ id: 2, state: "finished" })));
  assert(hasEnded(1, event({ state: "cancelled" })));
  assert(!hasEnded(1, [{ id: 2, type: "message" } as never]));
});

test("an import is under way until it has ended, and its share is known once the messages are counted", () => {
  assert(isUnderWay(first));
  assert(!isUnderWay({ ...first, state: "cancelled" }));
  assert.equal(shareOf(first), undefined);
  assert.equal(shareOf({ done: 1, total: 4 }), 0.25);
  assert.equal(shareOf({ done: 9, total: 4 }), 1);
  assert.deepEqual([0, 12, 100, 3500, 9000].map(roughly), [1, 12, 120, 3540, 10_800]);
});
