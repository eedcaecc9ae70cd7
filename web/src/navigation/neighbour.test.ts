import assert from "node:assert/strict";
import { test } from "node:test";
import { stateOf } from "../address/testing.ts";
import { neighbour } from "./neighbour.ts";

const inTopic = (stream_id: number, topic: string, ...unread_message_ids: number[]) => ({
  stream_id,
  topic,
  unread_message_ids,
});

const state = stateOf({
  recent_private_conversations: [{ user_ids: [7], max_message_id: 3 }],
  unread_msgs: {
    count: 0,
    pms: [],
    huddles: [],
    mentions: [],
    old_unreads_missing: false,
    streams: [inTopic(2, "Beta", 10), inTopic(2, "Alpha", 11), inTopic(4, "Songs", 12)],
  },
});
const topic = (channelId: number, name: string) => ({ type: "topic", channelId, topic: name }) as const;
const to = (terms: ReturnType<typeof neighbour>) => terms?.map(({ operand }) => operand);

test("the conversation after the open one is the next in the sidebar, and after the last comes the first", () => {
  assert.deepEqual(to(neighbour(state, { from: topic(4, "songs"), by: 1, isUnread: false })), [2, "Alpha"]);
  assert.deepEqual(to(neighbour(state, { from: topic(2, "beta"), by: 1, isUnread: false })), [[7]]);
  assert.deepEqual(to(neighbour(state, { from: undefined, by: -1, isUnread: false })), [2, "Beta"]);
});

test("with Shift only unread ones count", () => {
  assert.deepEqual(to(neighbour(state, { from: topic(2, "beta"), by: 1, isUnread: true })), [4, "Songs"]);
  assert.deepEqual(to(neighbour(stateOf(), { from: undefined, by: 1, isUnread: true })), undefined);
});
