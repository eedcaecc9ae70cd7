import assert from "node:assert/strict";
import { test } from "node:test";
import { channel, stateOf } from "../../address/testing.ts";
import { settingsOf } from "../../state/user-settings.ts";
import { channelsWithRules, isInherited, rulesOf, sameAsOthers } from "./rules.ts";

const NONE = {
  desktop_notifications: null,
  audible_notifications: null,
  push_notifications: null,
  email_notifications: null,
  wildcard_mentions_notify: null,
};
const user_settings = {
  enable_stream_desktop_notifications: true,
  enable_stream_audible_notifications: false,
  enable_stream_push_notifications: false,
  enable_stream_email_notifications: false,
};
const state = stateOf({
  user_settings,
  subscriptions: [
    channel(2, "launch", { ...NONE, desktop_notifications: false }),
    channel(3, "support", { ...NONE, push_notifications: true, email_notifications: false }),
    channel(4, "quiet", NONE),
    channel(5, "same", { ...NONE, desktop_notifications: true }),
    channel(6, "old", { ...NONE, push_notifications: true, is_archived: true }),
  ],
  unsubscribed: [channel(7, "left", { ...NONE, push_notifications: true })],
});
const { channels } = state.channels;
const at = (id: number) => {
  const found = channels.get(id);
  assert.ok(found);
  return found;
};

test("channels are listed where something differs from every other channel", () => {
  assert.deepEqual(
    channelsWithRules(channels, settingsOf(state)).map(({ name }) => name),
    ["launch", "support"],
  );
});

test("what a channel has not chosen is inherited", () => {
  assert.ok(isInherited(at(2), "push_notifications"));
  assert.ok(!isInherited(at(2), "desktop_notifications"));
  assert.equal(rulesOf(3).read(state, "desktop_notifications"), true, "from the row for every channel");
  assert.equal(rulesOf(2).read(state, "desktop_notifications"), false, "its own");
});

test("following the others again changes only what was chosen", () => {
  assert.deepEqual(sameAsOthers(at(3), settingsOf(state)), [
    { stream_id: 3, property: "push_notifications", value: false },
    { stream_id: 3, property: "email_notifications", value: false },
  ]);
  assert.deepEqual(sameAsOthers(at(4), settingsOf(state)), []);
});
