import assert from "node:assert/strict";
import { test } from "node:test";
import { type ArchiveImport, afterEvents, isUnderWay, roughly, shareOf } from "./imports-state.ts";

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

test("an import is under way until it has ended, and its share is known once the messages are counted", () => {
  assert(isUnderWay(first));
  assert(!isUnderWay({ ...first, state: "cancelled" }));
  assert.equal(shareOf(first), undefined);
  assert.equal(shareOf({ done: 1, total: 4 }), 0.25);
  assert.equal(shareOf({ done: 9, total: 4 }), 1);
  assert.deepEqual([0, 12, 100, 3500, 9000].map(roughly), [1, 12, 120, 3540, 10_800]);
});
