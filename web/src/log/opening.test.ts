import assert from "node:assert/strict";
import { test } from "node:test";
import { type NarrowTerm, nearMessage, topicNarrow } from "../address/narrow.ts";
import { openingFor, placeFor, rememberedFrom, rememberedIn } from "./opening.ts";

const TOPIC = topicNarrow(3, "Beta 4 freeze");
const IDS = [10, 20, 30];
const place = (terms: readonly NarrowTerm[], found: { anchor?: number; firstUnread?: number }) =>
  placeFor(openingFor(terms, undefined), { ids: IDS, anchor: found.anchor, firstUnread: found.firstUnread });

test("a conversation opens at its first unread message, or at its end", () => {
  assert.deepEqual(place(TOPIC, { anchor: 20, firstUnread: 20 }), { at: "opening", key: 20, stands: "quarter" });
  assert.deepEqual(place(TOPIC, {}), { at: "end" });
});

test("what was searched for opens at its end", () => {
  assert.equal(openingFor([{ operator: "is", operand: "mentioned" }], undefined).anchor, "newest");
});

test("a link opens at its message, with the cursor on it", () => {
  const opening = openingFor(nearMessage(TOPIC, 20), undefined);
  assert.deepEqual([opening.anchor, opening.linked, opening.cursor], [20, 20, 20]);
  assert.deepEqual(place(nearMessage(TOPIC, 20), { anchor: 20 }), { at: "opening", key: 20, stands: "middle" });
});

test("where the message is gone, the next one stands there, and the last one after the end", () => {
  assert.deepEqual(place(nearMessage(TOPIC, 21), { anchor: 21 }), { at: "opening", key: 30, stands: "middle" });
  assert.deepEqual(place(nearMessage(TOPIC, 99), { anchor: 99 }), { at: "opening", key: 30, stands: "middle" });
});

test("coming back, it opens exactly where it was", () => {
  const remembered = rememberedFrom({ at: "row", key: 20, offset: -7.5 }, 30);
  const opening = openingFor(nearMessage(TOPIC, 10), rememberedIn(structuredClone(remembered)));
  assert.deepEqual(opening, { anchor: 20, stands: { offset: -7.5 }, linked: undefined, cursor: 30 });
  const atEnd = openingFor(TOPIC, rememberedIn(rememberedFrom({ at: "end" }, undefined)));
  assert.equal(atEnd.anchor, "newest");
});

test("what is no memory of a log is none", () => {
  for (const value of [undefined, null, 7, {}, { place: {} }, { place: { id: "1", offset: 0 } }])
    assert.equal(rememberedIn(value), undefined);
});
