import assert from "node:assert/strict";
import { test } from "node:test";
import { insteadOfCommand } from "./snippet.ts";

const snippet = { title: "Address", content: "12 Quay Street" };

test("a snippet takes the place of the command and the words that found it", () => {
  assert.equal(insteadOfCommand(snippet, "addr").text, "12 Quay Street");
  assert.equal(insteadOfCommand(snippet, "").text, "12 Quay Street");
});

test("words that did not lead to it stay below", () => {
  const { text, start } = insteadOfCommand(snippet, "We meet at ten.");
  assert.equal(text, "12 Quay Street\n\nWe meet at ten.");
  assert.equal(start, "12 Quay Street".length);
});
