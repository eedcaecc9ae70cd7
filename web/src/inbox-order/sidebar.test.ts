import assert from "node:assert/strict";
import { test } from "node:test";
import { channel, stateOf } from "../address/testing.ts";
import { directRows, sidebarFolders, topicRows } from "./sidebar.ts";

const inTopic = (stream_id: number, topic: string, ...unread_message_ids: number[]) => ({
  stream_id,
  topic,
  unread_message_ids,
});
const unread = (streams: object[], pms: object[] = []) => ({
  count: 0,
  streams,
  pms,
  huddles: [],
  mentions: [],
  old_unreads_missing: false,
});

test("direct messages: the unread ones, then the 5 most recent, the open one, and how many more there are", () => {
  const recent = [...Array(9).keys()].map((at) => ({ user_ids: [at + 10], max_message_id: 100 - at }));
  const state = stateOf({
    recent_private_conversations: recent,
    unread_msgs: unread([], [{ other_user_id: 18, unread_message_ids: [92] }]),
  });
  const people = ({ rows }: ReturnType<typeof directRows>) =>
    rows.map(({ conversation }) => conversation.type === "direct" && conversation.userIds[0]);
  const closed = directRows(state, undefined);
  assert.deepEqual(people(closed), [18, 10, 11, 12, 13, 14]);
  assert.equal(closed.more, 3);
  assert.equal(closed.rows[0]?.count.unread, 1);
  const opened = directRows(state, { type: "direct", userIds: [17] });
  assert.deepEqual(people(opened), [18, 10, 11, 12, 13, 14, 17]);
  assert.equal(opened.more, 2);
});

test("muted channels stand at the end of their folder, inactive ones are folded, and neither is lost", () => {
  const state = stateOf({
    user_settings: { demote_inactive_streams: 2 },
    channel_folders: [{ id: 1, name: "Product", order: 0, is_archived: false }],
    subscriptions: [
      channel(1, "a muted", { is_muted: true, folder_id: 1 }),
      channel(2, "b", { folder_id: 1 }),
      channel(3, "c asleep", { folder_id: 1, is_recently_active: false }),
      channel(4, "pinned asleep", { is_recently_active: false, pin_to_top: true }),
      channel(5, "archived", { is_archived: true }),
    ],
    unread_msgs: unread([inTopic(1, "x", 1, 2), inTopic(2, "y", 3), inTopic(3, "z", 4)]),
  });
  const drawn = sidebarFolders(state).map(({ key, channels, inactive, count }) => [
    key,
    channels.map((row) => row.channelId),
    inactive.map((row) => row.channelId),
    count.unread,
  ]);
  assert.deepEqual(drawn, [
    ["pinned", [4], [], 0],
    ["folder:1", [2, 1], [3], 2],
  ]);
});

test("inactive channels stay where they are with few channels, or when the reader wants them there", () => {
  const some = (count: number) =>
    [...Array(count).keys()].map((id) => channel(id + 1, `c${id}`, { is_recently_active: false }));
  const folded = (count: number, demote_inactive_streams: number) =>
    sidebarFolders(stateOf({ subscriptions: some(count), user_settings: { demote_inactive_streams } }))[0]?.inactive
      .length;
  assert.equal(folded(3, 1), 0);
  assert.equal(folded(30, 1), 30);
  assert.equal(folded(30, 3), 0);
});

test("under a channel: its unread topics and the open one, up to 5, then how many more", () => {
  const topics = [...Array(7).keys()].map((at) => inTopic(2, `t${at}`, at + 1));
  const state = stateOf({
    unread_msgs: unread([...topics, inTopic(3, "elsewhere", 99)]),
    user_topics: [{ stream_id: 2, topic_name: "T6", visibility_policy: 1, last_updated: 0 }],
  });
  const names = ({ rows }: ReturnType<typeof topicRows>) =>
    rows.map(({ conversation }) => conversation.type === "topic" && conversation.topic);
  const closed = topicRows(state, 2, { open: undefined, known: 19 });
  assert.deepEqual(names(closed), ["t5", "t4", "t3", "t2", "t1"]);
  assert.equal(closed.more, 14);
  const opened = topicRows(state, 2, { open: { type: "topic", channelId: 2, topic: "Read one" } });
  assert.deepEqual(names(opened), ["t5", "t4", "t3", "t2", "Read one"]);
  assert.equal(opened.more, 3);
  const elsewhere = topicRows(state, 3, { open: { type: "topic", channelId: 2, topic: "Read one" } });
  assert.deepEqual([names(elsewhere), elsewhere.more], [["elsewhere"], 0]);
});
