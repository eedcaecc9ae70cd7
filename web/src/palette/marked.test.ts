import assert from "node:assert/strict";
import { test } from "node:test";
import { piecesOf } from "./marked.ts";

const drawn = (name: string, typed: string) =>
  piecesOf(name, typed)
    .map(({ text, isTyped }) => (isTyped ? `[${text}]` : text))
    .join("");

test("the beginnings of words that were typed are set apart", () => {
  assert.equal(drawn("Beta 4 freeze", "fre"), "Beta 4 [fre]eze");
  assert.equal(drawn("Sana Ekström-Frei", "fre sa"), "[Sa]na Ekström-[Fre]i");
  assert.equal(drawn("Zoë Ångström", "ang"), "Zoë [Ång]ström");
});

test("nothing is lost where nothing matches", () => {
  assert.equal(drawn("Crash on rotate, Pixel 9", "xyz"), "Crash on rotate, Pixel 9");
  assert.equal(drawn("", "a"), "");
});
