/** What an Inbox of 45,000 conversations costs, in processor time, and that nothing is made anew that stayed the same. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type ServerEvent, type Snapshot, Store } from "@parley/client";
import { channel, OWN_ID } from "../address/testing.ts";
import { inboxItems } from "../views/inbox/shown.ts";
import { type InboxSection, inboxSections } from "./inbox.ts";
import { staying } from "./staying.ts";
import { countsOf, unreadConversations, unreadParts } from "./unread.ts";

const CHANNELS = 500;
const TOPICS = 90;

const channelIds = Array.from({ length: CHANNELS }, (_, at) => at + 1);

function largeStore(): Store {
  const streams = channelIds.flatMap((stream_id) =>
    Array.from({ length: TOPICS }, (_, at) => ({
      stream_id,
      topic: `Topic ${at}`,
      unread_message_ids: [at * CHANNELS + stream_id],
    })),
  );
  const unread_msgs = { count: 0, streams, pms: [], huddles: [], mentions: [], old_unreads_missing: false };
  const snapshot = {
    user_id: OWN_ID,
    realm_users: [],
    subscriptions: channelIds.map((id) => channel(id, `channel ${id}`)),
    channel_folders: [],
    unread_msgs,
  };
  return new Store(snapshot as unknown as Snapshot);
}

const arrives = (id: number, stream_id: number) => ({
  id,
  type: "message",
  flags: [],
  message: { id, type: "stream", stream_id, subject: "Topic 7", display_recipient: "" },
});

const isRead = (id: number, messages: readonly number[]) => ({
  id,
  type: "update_message_flags",
  op: "add",
  flag: "read",
  messages,
  all: false,
});

const channelsOf = ([section]: readonly InboxSection[]) => (section && "channels" in section ? section.channels : []);

/** Milliseconds of processor time. */
function work(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

test("a message changes its own channel, and no other", () => {
  const store = largeStore();
  const before = inboxSections(store.state);
  const parts = unreadParts(store.state);
  store.apply(arrives(100_000, 3));
  store.apply(isRead(100_001, [5]));
  const after = inboxSections(store.state);
  const changed = channelsOf(after).filter((each, at) => each !== channelsOf(before)[at]);
  assert.deepEqual(
    changed.map(({ channelId }) => channelId),
    [3, 5],
  );
  assert.deepEqual(unreadConversations(store.state).get("3:topic 7")?.messageIds, [7 * CHANNELS + 3, 100_000]);
  assert.equal(countsOf(store.state).total.unread, CHANNELS * TOPICS);
  assert.equal(unreadParts(store.state).get(4), parts.get(4));
  const shown = staying(before, after);
  assert.equal(channelsOf(shown)[3], channelsOf(before)[3], "a channel in which nothing happened stays as it is");
  assert.equal(channelsOf(shown)[4]?.rows.length, TOPICS, "the row that was read stays");
});

test("a policy for a topic changes its channel only", () => {
  const store = largeStore();
  const parts = unreadParts(store.state);
  const policy = { stream_id: 9, topic_name: "Topic 1", visibility_policy: 1, last_updated: 0 };
  store.apply({ id: 1, type: "user_topic", ...policy } as ServerEvent);
  const now = unreadParts(store.state);
  assert.deepEqual(
    channelIds.filter((id) => now.get(id) !== parts.get(id)),
    [9],
  );
  assert.equal(countsOf(store.state).channels.get(9)?.muted, 1);
});

// Ten times what it takes on a machine of 2026: what costs as much as everything that is unread would take longer.
test("an Inbox of 45,000 conversations is brought up to date in little time", (t) => {
  const store = largeStore();
  const first = work(() => inboxItems(inboxSections(store.state), new Set()));
  let shown = inboxSections(store.state);
  let id = 200_000;
  const event = () => {
    id += 1;
    store.apply(id % 2 === 0 ? arrives(id, (id % CHANNELS) + 1) : isRead(id, [id % 40_000]));
    shown = staying(shown, inboxSections(store.state));
    assert.ok(countsOf(store.state).total.unread > 0);
    return inboxItems(shown, new Set());
  };
  for (let round = 0; round < 20; round++) event();
  const rounds = 40;
  const later = work(() => {
    for (let round = 0; round < rounds; round++) event();
  });
  t.diagnostic(`at first ${first.toFixed(0)} ms, then ${(later / rounds).toFixed(1)} ms for an event`);
  assert.ok(first < 1500, `${first} ms at first`);
  assert.ok(later / rounds < 120, `${later / rounds} ms for an event`);
});
