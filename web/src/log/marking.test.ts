import assert from "node:assert/strict";
import { test } from "node:test";
import { dmNarrow, type NarrowTerm, nearMessage, topicNarrow, withMessage } from "../address/narrow.ts";
import { beginsAtLink, kindOf, Looking, MarkReadPolicy, marksByScrolling } from "./marking.ts";

const { always, inConversations, never } = MarkReadPolicy;
const TOPIC = topicNarrow(3, "Beta 4 freeze");
const FEED: readonly NarrowTerm[] = [{ operator: "in", operand: "home" }];
const CHANNEL: readonly NarrowTerm[] = [{ operator: "channel", operand: 3 }];
const MENTIONS: readonly NarrowTerm[] = [{ operator: "is", operand: "mentioned" }];
const SEARCH: readonly NarrowTerm[] = [...TOPIC, { operator: "search", operand: "tides" }];

test("topics and direct messages are conversations, channels and everything are feeds, the rest was searched for", () => {
  assert.deepEqual([TOPIC, dmNarrow([7]), dmNarrow([])].map(kindOf), ["conversation", "conversation", "conversation"]);
  assert.deepEqual([FEED, CHANNEL].map(kindOf), ["feed", "feed"]);
  assert.deepEqual([MENTIONS, SEARCH].map(kindOf), ["search", "search"]);
});

test("reading marks in conversations, in feeds by preference, and never what was searched for", () => {
  const marks = (policy: number) => [TOPIC, FEED, MENTIONS].map((terms) => marksByScrolling(kindOf(terms), policy));
  assert.deepEqual(marks(always), [true, true, false]);
  assert.deepEqual(marks(inConversations), [true, false, false]);
  assert.deepEqual(marks(never), [false, false, false]);
});

test("a link to a message marks nothing by opening, a link to a topic does", () => {
  assert.equal(beginsAtLink(nearMessage(TOPIC, 9)), true);
  assert.equal(beginsAtLink(withMessage(TOPIC, 9)), false);
  assert.equal(beginsAtLink(TOPIC), false);
});

test("a message is seen when its end was on the screen for 300 ms without a break", () => {
  const looking = new Looking();
  assert.deepEqual(looking.look([1, 2], 0), []);
  assert.equal(looking.nextIn(100), 200);
  assert.deepEqual(looking.look([2, 3], 299), []);
  assert.deepEqual(looking.look([1, 2, 3], 300), [2]);
  assert.deepEqual(looking.look([1, 3], 599), [3]);
  looking.lookAway();
  assert.equal(looking.nextIn(600), undefined);
  assert.deepEqual(looking.look([1], 700), []);
  assert.deepEqual(looking.look([1], 1000), [1]);
});
