import assert from "node:assert/strict";
import { test } from "node:test";
import { realms } from "@parley/server/contract";
import { changesFor } from "./organization-settings.ts";

test("limits are sent as the server wants them", () => {
  assert.deepEqual(changesFor("message_retention_days", 30), { message_retention_days: 30 });
  assert.deepEqual(changesFor("message_retention_days", null), { message_retention_days: "unlimited" });
  assert.deepEqual(changesFor("message_content_delete_limit_seconds", null), {
    message_content_delete_limit_seconds: "unlimited",
  });
});

test("never editing is another setting than for how long", () => {
  assert.deepEqual(changesFor("message_content_edit_limit_seconds", "never"), { allow_message_editing: false });
  assert.deepEqual(changesFor("message_content_edit_limit_seconds", 600), {
    allow_message_editing: true,
    message_content_edit_limit_seconds: 600,
  });
});

test("an empty address of a video server means the default", () => {
  assert.deepEqual(changesFor("jitsi_server_url", ""), { jitsi_server_url: "default" });
});

test("everything sent is a parameter", () => {
  for (const key of ["message_content_edit_limit_seconds", "jitsi_server_url"] as const)
    for (const name of Object.keys(changesFor(key, ""))) assert.ok(name in realms.updateRealm.params, name);
});
