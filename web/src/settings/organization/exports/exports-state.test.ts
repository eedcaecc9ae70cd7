import assert from "node:assert/strict";
import { test } from "node:test";
import { afterEvents, type DataExport, stageOf } from "./exports-state.ts";

const asked: DataExport = {
  id: 1,
  acting_user_id: 7 as never,
  export_time: 1_700_000_000,
  deleted_timestamp: null,
  failed_timestamp: null,
  export_url: null,
  pending: true,
  export_type: 1,
  export_format: "parley",
};

test("an export is in progress, ready, failed or deleted", () => {
  assert.equal(stageOf(asked), "pending");
  assert.equal(stageOf({ ...asked, pending: false, export_url: "/exports/1" }), "ready");
  assert.equal(stageOf({ ...asked, pending: false, failed_timestamp: 1 }), "failed");
  assert.equal(stageOf({ ...asked, pending: false, deleted_timestamp: 2 }), "deleted");
});

test("events replace the list, and the answer of one person", () => {
  const before = { exports: [], consents: new Map([[7, false]]) };
  const event = (id: number, body: object) => ({ id, ...body }) as never;
  const after = afterEvents(before, [
    event(1, { type: "realm_export", exports: [asked] }),
    event(2, { type: "realm_export_consent", user_id: 8, consented: true }),
    event(3, { type: "message" }),
  ]);
  assert.deepEqual(after.exports, [asked]);
  assert.deepEqual(
    [...after.consents],
    [
      [7, false],
      [8, true],
    ],
  );
  assert.equal(afterEvents(before, []), before);
});
