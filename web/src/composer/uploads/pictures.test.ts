import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isPicture, splitPictures, withPictures } from "./pictures.ts";

const pier = { name: "pier.png", url: "/user_uploads/2/ab/pier.png" };
const mole = { name: "mole at dusk.JPG", url: "/user_uploads/2/cd/mole-at-dusk.JPG" };

test("pictures at the end of a text are told apart from its words", () => {
  const text =
    "Two views:\n[pier.png](/user_uploads/2/ab/pier.png)\n[mole at dusk.JPG](/user_uploads/2/cd/mole-at-dusk.JPG)";
  assert.deepEqual(splitPictures(text), { words: "Two views:", pictures: [pier, mole] });
});

test("links in the text, files, and pictures of other sites stay words", () => {
  for (const text of [
    "See [pier.png](/user_uploads/2/ab/pier.png)",
    "[pier.png](/user_uploads/2/ab/pier.png)\nas promised",
    "[tides.csv](/user_uploads/2/ab/tides.csv)",
    "[pier.png](https://example.com/user_uploads/pier.png)",
    "",
  ])
    assert.deepEqual(splitPictures(text), { words: text, pictures: [] });
});

test("words and pictures are the same after going into a text and back", () => {
  const words = fc
    .array(fc.constantFrom("a", " ", "\n", "[", "](", ")"), { maxLength: 20 })
    .map((parts) => parts.join(""));
  const pictures = fc.array(fc.constantFrom(pier, mole), { maxLength: 3 });
  fc.assert(
    fc.property(words, pictures, (some, those) => {
      assert.deepEqual(splitPictures(withPictures(some, those)), { words: some, pictures: those });
    }),
  );
});

test("what browsers cannot show is no picture", () => {
  assert.ok(isPicture({ type: "image/png" }));
  assert.ok(!isPicture({ type: "image/tiff" }));
  assert.ok(!isPicture({ type: "application/pdf" }));
});
