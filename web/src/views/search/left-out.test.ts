import assert from "node:assert/strict";
import { test } from "node:test";
import { leftOutOf } from "./left-out.ts";

const state = { realm: { stop_words: ["the", "of", "in"] } };
const leftOut = (words: string) => leftOutOf([{ operator: "search", operand: words }], state);

test("words that are left out of a search are named", () => {
  assert.deepEqual(leftOut("the tides of the harbour"), ["the", "of"]);
  assert.deepEqual(leftOut("The tides"), ["The"]);
  assert.deepEqual(leftOut("tides"), []);
  assert.deepEqual(leftOutOf([{ operator: "is", operand: "starred" }], state), []);
});

test("words in quotes are searched for as they stand, and so are words with no others", () => {
  assert.deepEqual(leftOut('"the tides" in'), ["in"]);
  assert.deepEqual(leftOut("the of"), []);
});
