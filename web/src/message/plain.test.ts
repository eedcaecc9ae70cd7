import assert from "node:assert/strict";
import { test } from "node:test";
import { isPlain } from "./plain.ts";

test("plain words look as they are written", () => {
  for (const text of ["Moving the freeze note now.", "Yes, at 4 (Lisbon time)!"])
    assert.equal(isPlain(text), true, text);
});

test("what means something is shown as it was written", () => {
  const meaning = [
    "**bold**",
    "`code`",
    "@**all**",
    ":tada:",
    "> quote",
    "- item",
    "see https://example.com",
    "/poll x",
    "a\nb",
  ];
  for (const text of meaning) assert.equal(isPlain(text), false, text);
});
