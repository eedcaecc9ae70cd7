import assert from "node:assert/strict";
import { test } from "node:test";
import { type Snapshot, Store } from "@parley/client";
import { channel, OWN_ID, stateOf } from "../address/testing.ts";
import { filteredInbox, type InboxSection, inboxSections } from "./inbox.ts";
import { nextUnread } from "./next.ts";
import { spelled, topicName, writers } from "./rows.ts";
import { staying } from "./staying.ts";
import { countsOf, type UnreadConversation, unreadConversations } from "./unread.ts";

const MUTED = 1;
const UNMUTED = 2;
const FOLLOWED = 3;

interface Unread {
  readonly streams?: readonly [channel: number, topic: string, ids: number[]][];
  readonly pms?: readonly [other: number, ids: number[]][];
  readonly huddles?: readonly [others: string, ids: number[]][];
  readonly mentions?: number[];
}

const unreadMsgs = ({ streams = [], pms = [], huddles = [], mentions = [] }: Unread) => ({
  count: 0,
  streams: streams.map(([stream_id, topic, unread_message_ids]) => ({ stream_id, topic, unread_message_ids })),
  pms: pms.map(([other_user_id, unread_message_ids]) => ({ other_user_id, unread_message_ids })),
  huddles: huddles.map(([user_ids_string, unread_message_ids]) => ({ user_ids_string, unread_message_ids })),
  mentions,
  old_unreads_missing: false,
});

const policy = (stream_id: number, topic_name: string, visibility_policy: number) => ({
  stream_id,
  topic_name,
  visibility_policy,
  last_updated: 0,
});

const folder = (id: number, name: string, order: number) => ({ id, name, order, is_archived: false, description: "" });

const organization = {
  channel_folders: [folder(1, "Product", 1), folder(2, "Company", 0)],
  subscriptions: [
    channel(2, "launch", { folder_id: 1 }),
    channel(3, "all-hands", { folder_id: 2 }),
    channel(4, "Android", { folder_id: 1 }),
    channel(5, "random"),
    channel(6, "urgent", { folder_id: 1, pin_to_top: true }),
    channel(7, "noise", { folder_id: 1, is_muted: true }),
  ],
};

const busy = stateOf({
  ...organization,
  user_topics: [policy(2, "Old news", MUTED), policy(7, "Keep this", UNMUTED), policy(2, "Beta 4", FOLLOWED)],
  unread_msgs: unreadMsgs({
    streams: [
      [2, "Harbour map", [10, 60]],
      [2, "Beta 4", [61]],
      [2, "Old news", [20]],
      [3, "Lunch", [30]],
      [4, "Crash", [40]],
      [5, "Cats", [50]],
      [6, "Pager", [5]],
      [7, "Chatter", [70, 71]],
      [7, "Keep this", [72]],
      [7, "Named", [73]],
    ],
    pms: [[7, [80, 81]]],
    huddles: [[`${OWN_ID},7,9`, [90]]],
    mentions: [73, 40],
  }),
});

const nameOf = ({ conversation }: UnreadConversation) =>
  conversation.type === "topic" ? conversation.topic : conversation.userIds.join("+");

const drawn = (sections: readonly InboxSection[]) =>
  sections.map((section) => ({
    [section.key]:
      "channels" in section
        ? section.channels.map(({ channelId, rows }) => `${channelId}: ${rows.map(nameOf).join(", ")}`)
        : section.rows.map(nameOf),
  }));

test("what concerns the reader stands first, then folders in order, channels by name, topics newest first", () => {
  assert.deepEqual(drawn(inboxSections(busy)), [
    { "for-you": ["7+9", "7", "Named", "Crash"] },
    { pinned: ["6: Pager"] },
    { "folder:2": ["3: Lunch"] },
    { "folder:1": ["2: Beta 4, Harbour map", "7: Keep this"] },
    { other: ["5: Cats"] },
    { muted: ["Chatter", "Old news"] },
  ]);
});

test("every conversation is in one place", () => {
  const names = drawn(inboxSections(busy)).flatMap((section) =>
    Object.values(section)
      .flat()
      .flatMap((row) => row.replace(/^\d: /, "").split(", ")),
  );
  assert.equal(new Set(names).size, unreadConversations(busy).size);
  assert.equal(names.length, unreadConversations(busy).size);
});

test("the filters narrow to what is followed, what concerns the reader, and by name", () => {
  const whole = inboxSections(busy);
  assert.deepEqual(drawn(filteredInbox(whole, { filter: "followed" })), [{ "folder:1": ["2: Beta 4"] }]);
  assert.deepEqual(drawn(filteredInbox(whole, { filter: "forYou" })), [{ "for-you": ["7+9", "7", "Named", "Crash"] }]);
  const isNamed = (row: UnreadConversation) => nameOf(row).startsWith("C");
  assert.deepEqual(drawn(filteredInbox(whole, { filter: "all", isNamed })), [
    { "for-you": ["Crash"] },
    { other: ["5: Cats"] },
    { muted: ["Chatter"] },
  ]);
});

test("counts are exact, and what is muted is never added to a parent's", () => {
  const { channels, direct, total, concerning, isComplete } = countsOf(busy);
  assert.deepEqual(channels.get(2), { unread: 3, muted: 1, hasMention: false });
  assert.deepEqual(channels.get(7), { unread: 1, muted: 3, hasMention: true });
  assert.equal(direct.unread, 3);
  assert.deepEqual([total.unread, total.muted], [11, 4]);
  assert.equal(concerning, 5);
  assert.ok(isComplete);
});

test("direct messages with somebody who is muted are muted, with others among them they are not", () => {
  const state = stateOf({
    muted_users: [{ id: 7, timestamp: 1 }],
    unread_msgs: unreadMsgs({ pms: [[7, [80]]], huddles: [[`${OWN_ID},7,9`, [90]]] }),
  });
  assert.deepEqual(drawn(inboxSections(state)), [{ "for-you": ["7+9"] }, { muted: ["7"] }]);
  assert.equal(countsOf(state).concerning, 1);
});

test("what does not change is not worked out again", () => {
  const first = inboxSections(busy);
  assert.equal(inboxSections({ ...busy }), first);
  assert.notEqual(inboxSections({ ...busy, topics: { policies: new Map() } }), first);
});

const from = (channelId: number, topic: string) => ({ from: { type: "topic", channelId, topic } as const });
const next = (...args: Parameters<typeof nextUnread>) => {
  const row = nextUnread(...args);
  return row && nameOf(row);
};

test("N leads through the Inbox in its order and begins again at its end", () => {
  assert.equal(next(busy, { from: undefined }), "7+9");
  assert.equal(next(busy, from(6, "Pager")), "Lunch");
  assert.equal(next(busy, from(5, "Cats")), "7+9");
  assert.equal(next(busy, { from: { type: "direct", userIds: [7, 9] } }), "7");
});

test("from a conversation that is read N goes on in its channel, then behind it", () => {
  assert.equal(next(busy, from(2, "Read before")), "Beta 4");
  assert.equal(next(busy, from(4, "Read before")), "Beta 4");
  assert.equal(next(busy, from(404, "Elsewhere")), "Pager");
});

test("N looks at followed topics or direct messages alone when asked, and never at what is muted", () => {
  assert.equal(next(busy, { from: undefined, wanted: "followed" }), "Beta 4");
  assert.equal(next(busy, { from: { type: "direct", userIds: [7] }, wanted: "direct" }), "7+9");
  const quiet = stateOf({ ...organization, unread_msgs: unreadMsgs({ streams: [[7, "Chatter", [70]]] }) });
  assert.equal(next(quiet, { from: undefined }), undefined);
  const alone = stateOf({ ...organization, unread_msgs: unreadMsgs({ streams: [[2, "Only", [70]]] }) });
  assert.equal(next(alone, from(2, "only")), undefined);
});

function storeWith(unread: Unread): Store {
  const snapshot = { user_id: OWN_ID, realm_users: [], ...organization, unread_msgs: unreadMsgs(unread) };
  return new Store(snapshot as unknown as Snapshot);
}

const arriving = (id: number, stream_id: number, subject: string) => ({
  id,
  type: "message",
  flags: [],
  message: { id, type: "stream", stream_id, subject, display_recipient: "" },
});

test("a row that becomes read while the reader looks stays, and what arrives does not push it", () => {
  const store = storeWith({
    streams: [
      [2, "A", [10]],
      [2, "B", [20]],
      [5, "Cats", [30]],
    ],
  });
  const before = inboxSections(store.state);
  const reading = { id: 1, type: "update_message_flags", op: "add", flag: "read", messages: [10, 20], all: false };
  store.apply(reading);
  store.apply(arriving(90, 2, "C"));
  store.apply(arriving(91, 3, "Lunch"));
  const shown = staying(before, inboxSections(store.state));
  assert.deepEqual(drawn(shown), [
    { "folder:2": ["3: Lunch"] },
    { "folder:1": ["2: B, A, C"] },
    { other: ["5: Cats"] },
  ]);
  const product = shown[1];
  assert.ok(product && "channels" in product);
  assert.deepEqual(
    product.channels[0]?.rows.map((row) => row.messageIds),
    [[], [], [90]],
  );
  const readingAll = { ...reading, id: 3, messages: [], all: true };
  store.apply(readingAll);
  const allRead = staying(shown, inboxSections(store.state));
  assert.deepEqual(drawn(allRead), drawn(shown));
});

test("a topic that is renamed in its case only shows the new spelling", () => {
  const store = storeWith({
    streams: [
      [2, "beta", [10, 20]],
      [2, "Other", [30]],
    ],
  });
  inboxSections(store.state);
  const renaming = {
    id: 1,
    type: "update_message",
    user_id: 7,
    message_id: 10,
    message_ids: [10, 20],
    stream_id: 2,
    orig_subject: "beta",
    subject: "Beta",
    propagate_mode: "change_all",
    edit_timestamp: 1,
    rendering_only: false,
    flags: [],
  };
  store.apply(renaming);
  assert.deepEqual(drawn(inboxSections(store.state)), [{ "folder:1": ["2: Other, Beta"] }]);
});

test("a row is in one place after its channel was pinned, and when more arrives there", () => {
  const store = storeWith({
    streams: [
      [2, "A", [10]],
      [4, "Crash", [20]],
    ],
  });
  let shown = inboxSections(store.state);
  const look = () => {
    shown = staying(shown, inboxSections(store.state));
    return drawn(shown);
  };
  const pinning = { type: "subscription", op: "update", stream_id: 2, property: "pin_to_top", value: true };
  store.apply({ id: 1, ...pinning });
  assert.deepEqual(look(), [{ "folder:1": ["4: Crash", "2: A"] }]);
  store.apply(arriving(90, 2, "B"));
  const both = [{ pinned: ["2: B"] }, { "folder:1": ["4: Crash", "2: A"] }];
  assert.deepEqual(look(), both);
  store.apply(arriving(91, 2, "A"));
  assert.deepEqual(look(), both);
  store.apply(arriving(92, 4, "Crash"));
  assert.deepEqual(look(), both);
});

test("a row says its topic as it is spelled, and the last people who wrote", () => {
  const messages = new Map([
    [10, { sender_id: 7, timestamp: 1, subject: "Harbour Map" }],
    [60, { sender_id: 9, timestamp: 2, subject: "Harbour map" }],
  ]);
  const row = unreadConversations(busy).get("2:harbour map");
  assert.ok(row);
  const lookup = (id: number) => messages.get(id);
  assert.equal(topicName(row, lookup, busy), "Harbour map");
  assert.deepEqual(writers(row, lookup), [9, 7]);
  assert.deepEqual(spelled(row, lookup, busy), { type: "topic", channelId: 2, topic: "Harbour map" });
  const followed = unreadConversations(busy).get("2:beta 4");
  assert.equal(followed && topicName(followed, () => undefined, busy), "Beta 4");
});
