import assert from "node:assert/strict";
import { test } from "node:test";
import { openingCommandIn } from "./opening-commands.ts";

test("a text that begins with a command of ours opens something, with what stands behind it", () => {
  assert.deepEqual(openingCommandIn("/remind"), { command: "remind", rest: "" });
  assert.deepEqual(openingCommandIn("/remind check the tides\nand boats"), {
    command: "remind",
    rest: "check the tides\nand boats",
  });
  assert.deepEqual(openingCommandIn("/schedule  High water "), { command: "schedule", rest: "High water" });
});

test("other commands and texts are sent", () => {
  for (const text of ["/poll Lunch?", "/me waves", "/reminder", "remind", "see /remind", "/etc/remind"])
    assert.equal(openingCommandIn(text), undefined, text);
});
