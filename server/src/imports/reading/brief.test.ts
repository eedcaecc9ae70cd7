/** What is passed on briefly is the same message on the other side, and whatever has more to it is not passed on briefly. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { MessageRecord } from "../records.ts";
import { type BriefMessage, briefly, inFull } from "./brief.ts";

const record: MessageRecord = {
  type: "message",
  sender: "U1",
  sentAt: 1_583_107_200.000_001,
  to: { channel: "C1", topic: "huts" },
  text: "a hut",
};
const PARAGRAPH = { html: "<p>a hut</p>", traits: 0 };

function passed(brief: BriefMessage | undefined): MessageRecord {
  assert(brief);
  return inFull(JSON.parse(JSON.stringify(brief)));
}

test("a brief message arrives as it was", () => {
  const ways = [
    { rendered: PARAGRAPH, id: undefined },
    { rendered: { html: "<p><strong>a hut</strong></p>", traits: 1 }, id: 7 },
    { rendered: { html: "", traits: 0 }, id: undefined },
  ];
  for (const { rendered, id } of ways)
    assert.deepEqual(passed(briefly({ ...record, id }, record.text, rendered)), {
      ...record,
      id,
      rendered: [rendered],
    });
});

test("the HTML of a paragraph is not passed on with its text", () => {
  assert(!JSON.stringify(briefly(record, record.text, PARAGRAPH)).includes("<p>"));
});

test("a message with more to it is not brief", () => {
  assert.equal(briefly({ ...record, to: { people: ["U2"] } }, record.text, PARAGRAPH), undefined);
  assert.equal(briefly({ ...record, receivedBy: [] }, record.text, PARAGRAPH), undefined);
  assert.equal(briefly({ ...record, text: "a hut " }, record.text, PARAGRAPH), undefined);
  assert.equal(briefly(record, record.text, { ...PARAGRAPH, users: [8] }), undefined);
});
