import assert from "node:assert/strict";
import { test } from "node:test";
import { channel, stateOf } from "../address/testing.ts";
import { channelSections } from "./sections.ts";

const drawn = (snapshot: object) =>
  channelSections(stateOf(snapshot)).map(({ key, channelIds, inactiveIds }) => [key, channelIds, inactiveIds]);

const folder = (id: number, name: string, order: number) => ({ id, name, order, is_archived: false });

test("pinned channels first, then the folders in their order, others last; empty ones are not shown", () => {
  const snapshot = {
    channel_folders: [folder(1, "Company", 1), folder(2, "Product", 0), folder(3, "Empty", 2)],
    subscriptions: [
      channel(1, "zebra"),
      channel(2, "all-hands", { folder_id: 1 }),
      channel(3, "mobile", { folder_id: 2 }),
      channel(4, "Design", { folder_id: 2 }),
      channel(5, "starred", { folder_id: 2, pin_to_top: true }),
    ],
  };
  assert.deepEqual(drawn(snapshot), [
    ["pinned", [5], []],
    ["folder:2", [4, 3], []],
    ["folder:1", [2], []],
    ["other", [1], []],
  ]);
  const settings = { user_settings: { web_left_sidebar_show_channel_folders: false } };
  assert.deepEqual(drawn({ ...snapshot, ...settings }), [
    ["pinned", [5], []],
    ["other", [2, 4, 3, 1], []],
  ]);
});

test("muted channels stand at the end of their folder, and inactive ones apart where the reader wants that", () => {
  const subscriptions = [
    channel(1, "a quiet", { is_muted: true }),
    channel(2, "b"),
    channel(3, "c asleep", { is_recently_active: false }),
  ];
  assert.deepEqual(drawn({ subscriptions }), [["other", [2, 3, 1], []]]);
  assert.deepEqual(drawn({ subscriptions, user_settings: { demote_inactive_streams: 2 } }), [["other", [2, 1], [3]]]);
});

test("the sections are the same object until something of them changes", () => {
  const state = stateOf();
  assert.equal(channelSections(state), channelSections({ ...state }));
});
