import assert from "node:assert/strict";
import { test } from "node:test";
import { changedBy, EVENT_TYPES } from "./remote-events.ts";

test("what changes in an organization is asked for again, and what is somebody's own with their key", () => {
  for (const [type, isOwn] of [
    ["realm", false],
    ["realm_domains", false],
    ["realm_playgrounds", false],
    ["default_stream_groups", false],
    ["reminders", true],
    ["navigation_view", true],
  ] as const) {
    assert.ok(EVENT_TYPES.includes(type), type);
    const { isStateChanged, isOwnStateChanged } = changedBy({ events: [{ id: 1, type }] }, 0);
    assert.deepEqual([isStateChanged, isOwnStateChanged], [true, isOwn], type);
  }
});
