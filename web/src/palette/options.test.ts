import assert from "node:assert/strict";
import { test } from "node:test";
import { stateOf } from "../address/testing.ts";
import { PaletteNames } from "../ranking/palette-names.ts";
import { optionsFor } from "./options.ts";

const names = new PaletteNames();
names.follow(stateOf());
names.offer([{ key: "command/nextUnread", name: "Next unread", item: { type: "command", command: "nextUnread" } }]);

const offered = (typed: string) =>
  optionsFor({ typed, index: names.index, places: [{ kind: "inbox" }], ownId: 5 }).map(({ name, options }) => [
    name,
    options.length,
  ]);

test("before anything is typed the last places are there, so that Enter goes back", () => {
  assert.deepEqual(offered(" "), [["places", 1]]);
});

test("a name is found in its section, and the words can always be searched", () => {
  assert.deepEqual(offered("laun"), [
    ["channels", 1],
    ["messages", 1],
  ]);
  assert.deepEqual(offered("mei"), [
    ["people", 1],
    ["messages", 1],
  ]);
});

test("a prefix narrows to one kind", () => {
  assert.deepEqual(offered(">next"), [["commands", 1]]);
  assert.deepEqual(offered("/mei"), [["messages", 1]]);
  assert.deepEqual(offered("@launch"), []);
});

test("oneself leads to one's notes", () => {
  const [people] = optionsFor({ typed: "@jonas", index: names.index, places: [], ownId: 5 });
  const [first] = people?.options ?? [];
  assert.deepEqual(first?.type === "place" && first.address, {
    kind: "narrow",
    terms: [{ operator: "dm", operand: [] }],
  });
});
