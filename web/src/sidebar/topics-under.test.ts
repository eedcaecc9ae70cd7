import assert from "node:assert/strict";
import { test } from "node:test";
import { conversationKey, type UnreadConversation } from "../inbox-order/unread.ts";
import { topicsUnder } from "./topics-under.ts";

const CHANNEL = 2;
const keyOf = (topic: string) => conversationKey({ type: "topic", channelId: CHANNEL, topic });

function unread(topic: string, newestId: number, more: Partial<UnreadConversation> = {}): UnreadConversation {
  const conversation = { type: "topic", channelId: CHANNEL, topic } as const;
  const preferences = { mentions: 0, isMuted: false, isFollowed: false };
  return { key: conversationKey(conversation), conversation, messageIds: [newestId], ...preferences, ...more };
}

const names = (under: ReturnType<typeof topicsUnder>) => under.rows.map(({ topic }) => topic).join();
const open = (topic: string, newestId?: number) => ({ key: keyOf(topic), topic, newestId });

test("under a channel stand its unread topics, up to five, and what is unread in the others is counted", () => {
  const seven = ["a", "b", "c", "d", "e", "f", "g"].map((topic, at) => unread(topic, 100 - at));
  const under = topicsUnder(seven, undefined);
  assert.equal(names(under), "a,b,c,d,e");
  assert.equal(under.hiddenUnread, 2);
});

test("the open topic stands by its newest message, and keeps its place when it is read", () => {
  const others = [unread("a", 30), unread("b", 10)];
  assert.equal(names(topicsUnder(others, open("read", 20))), "a,read,b");
  assert.equal(names(topicsUnder([...others, unread("read", 20)].sort(), open("read", 20))).includes("read"), true);
  assert.equal(names(topicsUnder(others, open("just opened"))), "just opened,a,b");
  const newest = topicsUnder(others, open("read", 20)).rows.map(({ newestId }) => newestId);
  assert.deepEqual(newest, [30, 20, 10], "each can be linked to by it");
});

test("the open topic has a row even where it would be the sixth", () => {
  const six = ["a", "b", "c", "d", "e", "f"].map((topic, at) => unread(topic, 100 - at));
  assert.equal(names(topicsUnder(six, open("f"))), "a,b,c,d,f");
  assert.equal(topicsUnder(six, open("f")).hiddenUnread, 1);
});

test("muted topics have no row, unless they mention the reader or are open", () => {
  const muted = [unread("quiet", 9, { isMuted: true }), unread("calls", 8, { isMuted: true, mentions: 1 })];
  assert.equal(names(topicsUnder(muted, undefined)), "calls");
  assert.equal(names(topicsUnder(muted, open("quiet"))), "quiet,calls");
});
