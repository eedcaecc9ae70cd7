import assert from "node:assert/strict";
import { test } from "node:test";
import { ruleAfter } from "./rule.ts";

const AWAY = { isLookedAt: false, isRuleUnread: false };
const from = (...ids: number[]) => ids.map((id) => ({ id, isOwn: false }));

test("what comes while somebody looks makes no rule", () => {
  assert.equal(ruleAfter(undefined, from(7), { ...AWAY, isLookedAt: true }), undefined);
});

test("what comes while nobody looks begins at a rule", () => {
  assert.deepEqual(ruleAfter(undefined, from(7, 8), AWAY), { at: 7, count: 2 });
});

test("a rule with something unread below it stays and counts on", () => {
  assert.deepEqual(ruleAfter({ at: 5, count: 2 }, from(7), { ...AWAY, isRuleUnread: true }), { at: 5, count: 3 });
  // The number is unknown.
  assert.deepEqual(ruleAfter({ at: 5, count: 0 }, from(7), { ...AWAY, isRuleUnread: true }), { at: 5, count: 0 });
});

test("after all was read, it goes on at the first new message", () => {
  assert.deepEqual(ruleAfter({ at: 5, count: 2 }, from(9), AWAY), { at: 9, count: 1 });
});

test("one's own messages are not new", () => {
  assert.equal(ruleAfter(undefined, [{ id: 7, isOwn: true }], AWAY), undefined);
});
