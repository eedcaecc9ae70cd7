import assert from "node:assert/strict";
import { test } from "node:test";
import { draftOf, isSameTarget, isShownIn, narrowOfTarget, type Target, targetOf, targetOfDraft } from "./target.ts";

const topic = (name: string, channelId = 4): Target => ({ to: "channel", channelId, topic: name });
const people = (...userIds: number[]): Target => ({ to: "direct", userIds });
const channel = { operator: "channel", operand: 4 } as const;

test("one writes to the conversation one looks at, or to its channel", () => {
  assert.deepEqual(targetOf([channel, { operator: "topic", operand: "tides" }]), topic("tides"));
  assert.deepEqual(targetOf([channel]), topic(""));
  assert.equal(targetOf([{ operator: "is", operand: "starred" }]), undefined);
});

test("a topic is the same whatever its case", () => {
  assert.ok(isSameTarget(topic("Tides"), topic("tides")));
  assert.ok(!isSameTarget(topic("tides"), topic("tides", 5)));
  assert.ok(!isSameTarget(topic("tides"), people(7)));
});

test("a view shows what is sent to what it is made of", () => {
  assert.ok(isShownIn([channel], topic("anything")));
  assert.ok(!isShownIn([channel], topic("anything", 5)));
  assert.ok(!isShownIn([channel, { operator: "topic", operand: "tides" }], topic("boats")));
  assert.ok(isShownIn([{ operator: "in", operand: "home" }], topic("tides")));
  assert.ok(isShownIn([{ operator: "is", operand: "dm" }], people(7)));
  assert.ok(!isShownIn([{ operator: "is", operand: "dm" }], topic("tides")));
  assert.ok(!isShownIn([], topic("tides")));
});

test("nowhere is no place to go to", () => {
  assert.equal(narrowOfTarget({ to: "channel", channelId: undefined, topic: "tides" }), undefined);
});

test("a draft comes back to where it was to go", () => {
  const state = { users: { ownId: 5 } } as never;
  for (const target of [topic("tides"), people(7, 9), people()])
    assert.deepEqual(targetOfDraft(draftOf(target, "text", state), 5), target);
});
