import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { wordDiff } from "./word-diff.ts";

const shown = (before: string, after: string) =>
  wordDiff(before, after)
    .map(({ kind, text }) => (kind === "same" ? text : kind === "added" ? `+${text}+` : `-${text}-`))
    .join("");

test("an edit is shown by the words that came and went", () => {
  assert.equal(shown("Lunch at one", "Lunch at two"), "Lunch at -one-+two+");
  assert.equal(shown("Lunch at one", "Lunch at one."), "Lunch at one+.+");
  assert.equal(shown("Lunch at one", "at one"), "-Lunch -at one");
  assert.equal(shown("a b c d", "a x y d"), "a -b-+x+ -c-+y+ d");
  assert.equal(shown("", "new"), "+new+");
  assert.equal(shown("same", "same"), "same");
});

test("both texts can be read from what is shown", () => {
  const someText = fc.string({ unit: fc.constantFrom("a", "b", " ", ".", "é", "\n"), maxLength: 30 });
  fc.assert(
    fc.property(someText, someText, (before, after) => {
      const pieces = wordDiff(before, after);
      const without = (kind: string) =>
        pieces
          .filter((piece) => piece.kind !== kind)
          .map(({ text }) => text)
          .join("");
      assert.equal(without("added"), before);
      assert.equal(without("removed"), after);
    }),
  );
});
