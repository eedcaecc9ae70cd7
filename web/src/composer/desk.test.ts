import assert from "node:assert/strict";
import { test } from "node:test";
import { Desk } from "./desk.ts";

const tides = { to: "channel", channelId: 4, topic: "tides" } as const;
const boats = { to: "channel", channelId: 4, topic: "boats" } as const;

test("beginning elsewhere keeps the text and adds to it", () => {
  const desk = new Desk();
  desk.begin(tides, "High water");
  desk.begin(boats, "> quoted");
  assert.deepEqual(desk.get().target, boats);
  assert.equal(desk.get().text, "High water\n\n> quoted");
});

test("where a recipient is missing, the caret goes there", () => {
  const desk = new Desk();
  desk.begin({ to: "channel", channelId: undefined, topic: "" });
  assert.equal(desk.get().focus, "recipient");
  desk.begin(tides);
  assert.equal(desk.get().focus, "text");
});

test("taking up a draft leaves what stood there as another sheet", () => {
  const desk = new Desk();
  desk.begin(tides, "High water");
  const { sheet } = desk.get();
  desk.restore(boats, "Two masts", 7);
  assert.equal(desk.get().sheet, sheet + 1);
  assert.equal(desk.get().last, "kept");
  assert.equal(desk.get().draftId, 7);
});

test("the draft of what was sent is not taken up again", () => {
  const desk = new Desk();
  desk.restore(tides, "High water", 7);
  desk.clear();
  assert.equal(desk.get().last, "done");
  desk.follow(tides, { id: 7, content: "High water" });
  assert.equal(desk.get().text, "");
});
