import assert from "node:assert/strict";
import { test } from "node:test";
import { changedBy, EVENT_TYPES } from "./remote-events.ts";

test("what changes in an organization is asked for again, and what is somebody's own with their key", () => {
  for (const [type, isShared, isOwn, isText] of [
    ["realm", true, false, false],
    ["realm_domains", true, false, false],
    ["realm_playgrounds", true, false, false],
    ["default_stream_groups", true, false, false],
    ["alert_words", true, true, false],
    ["subscription", true, true, true],
    ["drafts", false, false, true],
    ["reminders", false, false, true],
    ["navigation_view", false, false, true],
  ] as const) {
    assert.ok(EVENT_TYPES.includes(type), type);
    const heard = changedBy({ events: [{ id: 1, type }] }, 0);
    const { isStateChanged, isOwnStateChanged, areOwnTextsChanged } = heard;
    assert.deepEqual([isStateChanged, isOwnStateChanged, areOwnTextsChanged], [isShared, isOwn, isText], type);
  }
});
