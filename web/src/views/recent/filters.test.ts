import assert from "node:assert/strict";
import { test } from "node:test";
import type { RecentConversation } from "@parley/client";
import { channel, OWN_ID, stateOf } from "../../address/testing.ts";
import { filteredRecent, placeNames, type RecentFilter, sortedRecent } from "./filters.ts";

const MUTED = 1;
const UNMUTED = 2;
const FOLLOWED = 3;
const [MEI, RAFAEL] = [7, 9];

const policy = (stream_id: number, topic_name: string, visibility_policy: number) => ({
  stream_id,
  topic_name,
  visibility_policy,
  last_updated: 0,
});
const unread = (stream_id: number, topic: string, ...unread_message_ids: number[]) => ({
  stream_id,
  topic,
  unread_message_ids,
});

const state = stateOf({
  subscriptions: [channel(2, "launch"), channel(5, "noise", { is_muted: true })],
  muted_users: [{ id: RAFAEL, timestamp: 1 }],
  user_topics: [policy(2, "Beta 4", FOLLOWED), policy(2, "Old news", MUTED), policy(5, "Keep this", UNMUTED)],
  unread_msgs: {
    count: 0,
    streams: [unread(2, "harbour map", 60, 61, 62), unread(2, "Old news", 30), unread(5, "Named", 50)],
    pms: [{ other_user_id: MEI, unread_message_ids: [90] }],
    huddles: [],
    mentions: [50],
    old_unreads_missing: false,
  },
});

const topic = (stream_id: number, name: string, newestId: number, participants = [MEI]): RecentConversation => ({
  key: `${stream_id} ${name}`,
  conversation: { type: "channel", stream_id, topic: name },
  newestId,
  participants: participants.slice(0, 5),
  writers: new Set(participants),
  count: 1,
});
const direct = (user_ids: readonly number[], newestId: number): RecentConversation => ({
  key: `dm ${user_ids.join()}`,
  conversation: { type: "direct", user_ids },
  newestId,
  participants: [...user_ids],
  writers: new Set(user_ids),
  count: 1,
});

/** Newest first. */
const all = [
  direct([MEI], 90),
  direct([RAFAEL], 80),
  topic(2, "Harbour map", 62),
  topic(2, "Beta 4", 55, [MEI, RAFAEL, 11, 12, 13, OWN_ID]),
  topic(5, "Named", 50),
  topic(5, "Chatter", 45),
  topic(5, "Keep this", 44),
  topic(2, "✔ Beta 3", 40),
  topic(2, "Old news", 30),
];

const shown = (...filters: RecentFilter[]) => filteredRecent(all, new Set(filters), state).map(({ key }) => key);

test("without a filter all is shown but what is muted; a mention breaks through", () => {
  assert.deepEqual(shown(), ["dm 7", "2 Harbour map", "2 Beta 4", "5 Named", "5 Keep this", "2 ✔ Beta 3"]);
});

test("what is muted is included when it is asked for: people, channels and topics", () => {
  assert.deepEqual(
    shown("muted"),
    all.map(({ key }) => key),
  );
});

test("each filter narrows, and several narrow together", () => {
  assert.deepEqual(shown("unread"), ["dm 7", "2 Harbour map", "5 Named"], "whatever the case of the topic");
  assert.deepEqual(shown("unread", "muted"), ["dm 7", "2 Harbour map", "5 Named", "2 Old news"]);
  assert.deepEqual(shown("participated"), ["2 Beta 4"]);
  assert.deepEqual(shown("followed"), ["2 Beta 4"]);
  assert.deepEqual(shown("direct"), ["dm 7"]);
  assert.deepEqual(shown("direct", "muted"), ["dm 7", "dm 9"]);
  assert.deepEqual(shown("followed", "unread"), []);
});

test("what is resolved goes, and direct messages stay", () => {
  assert.deepEqual(shown("unresolved"), ["dm 7", "2 Harbour map", "2 Beta 4", "5 Named", "5 Keep this"]);
});

test("the order is by time, or by what is most unread and then by time", () => {
  const rows = filteredRecent(all, new Set(), state);
  assert.equal(sortedRecent(rows, "time", state), rows);
  assert.deepEqual(
    sortedRecent(rows, "unread", state).map(({ key }) => key),
    ["2 Harbour map", "dm 7", "5 Named", "2 Beta 4", "5 Keep this", "2 ✔ Beta 3"],
  );
});

test("a conversation is found by its channel and topic, or by its people", () => {
  assert.equal(placeNames({ type: "topic", channelId: 2, topic: "Beta 4" }, state), "launch Beta 4");
  assert.equal(placeNames({ type: "direct", userIds: [MEI, RAFAEL] }, state), "Mei Tanaka Rafael Ortiz");
  assert.equal(placeNames({ type: "topic", channelId: 99, topic: "Gone" }, state), " Gone");
});
