import assert from "node:assert/strict";
import { test } from "node:test";
import { addressKey } from "./address.ts";
import {
  askedTerms,
  channelNarrow,
  channelOf,
  conversationOf,
  dmNarrow,
  isSameNarrow,
  lastingTopic,
  type NarrowTerm,
  nearMessage,
  openingOf,
  topicNarrow,
  withMessage,
} from "./narrow.ts";

test("a conversation is recognised whatever the order of its terms and wherever it opens", () => {
  const [channel, topic] = topicNarrow(2, "Harbour map") as [NarrowTerm, NarrowTerm];
  const expected = { type: "topic", channelId: 2, topic: "Harbour map" };
  assert.deepEqual(conversationOf([topic, channel]), expected);
  assert.deepEqual(conversationOf(nearMessage([channel, topic], 214)), expected);
  assert.deepEqual(conversationOf(withMessage(nearMessage([channel, topic], 1), 214)), expected);
  assert.deepEqual(conversationOf(dmNarrow([9, 7, 9])), { type: "direct", userIds: [7, 9] });
});

test("what asks for more than a conversation is none", () => {
  assert.equal(conversationOf(channelNarrow(2)), undefined);
  assert.equal(conversationOf([...topicNarrow(2, "a"), { operator: "search", operand: "tide" }]), undefined);
  assert.equal(conversationOf([{ operator: "dm", operand: [7], negated: true }]), undefined);
  assert.equal(conversationOf([]), undefined);
  assert.equal(channelOf(topicNarrow(2, "a")), undefined);
  assert.equal(channelOf(nearMessage(channelNarrow(2), 9)), 2);
});

test("narrows are the same when they show the same messages", () => {
  assert.ok(isSameNarrow(topicNarrow(2, "Harbour Map"), [...topicNarrow(2, "harbour map")].reverse()));
  assert.ok(isSameNarrow(topicNarrow(2, "a"), nearMessage(topicNarrow(2, "a"), 214)));
  assert.ok(!isSameNarrow(topicNarrow(2, "a"), topicNarrow(3, "a")));
  assert.ok(
    !isSameNarrow([{ operator: "has", operand: "link" }], [{ operator: "has", operand: "link", negated: true }]),
  );
  const address = (terms: NarrowTerm[]) => addressKey({ kind: "narrow", terms });
  assert.equal(address(topicNarrow(2, "A")), address(topicNarrow(2, "a")));
});

test("where to open is said apart from what is shown", () => {
  assert.deepEqual(openingOf(nearMessage([], 214)), { at: "message", messageId: 214, follows: false });
  assert.deepEqual(openingOf(withMessage([], 214)), { at: "message", messageId: 214, follows: true });
  assert.deepEqual(openingOf([{ operator: "date", operand: "2026-11-01" }]), { at: "day", day: "2026-11-01" });
  assert.equal(openingOf(channelNarrow(2)), undefined);
});

test("the server is asked for what it filters by: not for places to open at, and for days by their beginning here", () => {
  assert.deepEqual(askedTerms(nearMessage(topicNarrow(2, ""), 214)), topicNarrow(2, ""));
  assert.deepEqual(askedTerms([{ operator: "date", operand: "2026-11-01" }]), []);
  const moment = new Date(2026, 10, 1).toISOString();
  assert.deepEqual(askedTerms([{ operator: "date", operand: "2026-11-01", negated: true }]), [
    { operator: "date", operand: moment, negated: true },
  ]);
  assert.equal(askedTerms(withMessage(topicNarrow(2, "a"), 214)).at(-1)?.operator, "with");
});

test("a topic that is given to others is found by a message of it, where one is known", () => {
  const withIt = { operator: "with", operand: 214 };
  assert.deepEqual(lastingTopic(2, "Harbour map", 214), [...topicNarrow(2, "Harbour map"), withIt]);
  assert.deepEqual(lastingTopic(2, "Harbour map", undefined), topicNarrow(2, "Harbour map"));
});
