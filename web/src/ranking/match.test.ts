import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { fold, wordsOf } from "./fold.ts";
import { nameFilter, prepareName, prepareQuery, Quality, qualityOf } from "./match.ts";

const quality = (name: string, typed: string, besides?: string) =>
  qualityOf(prepareName(name, besides), prepareQuery(typed));

test("case, accents and marks do not matter, in either direction", () => {
  assert.equal(fold("Zoë Ångström"), "zoe angstrom");
  assert.equal(fold("Straße, Łódź, Ørsted"), "strasse, lodz, orsted");
  assert.ok(nameFilter("ang")("Zoë Ångström"));
  assert.ok(nameFilter("Ång")("Zoe Angstrom"));
});

test("words are found by how they begin, not by what is within them", () => {
  const name = "Harbour map: first paint";
  assert.equal(quality(name, "harbour map first paint"), Quality.whole);
  assert.equal(quality(name, "Harbour m"), Quality.beginning);
  assert.equal(quality(name, "map fi"), Quality.wordsInOrder);
  assert.equal(quality(name, "fi ma"), Quality.words);
  assert.equal(quality(name, "arbour"), Quality.none);
  assert.equal(quality(name, "map tide"), Quality.none);
});

test("initials find a name too", () => {
  assert.equal(quality("Harbour map: first paint", "hmf"), Quality.initials);
  assert.equal(quality("Harbour map: first paint", "mfp"), Quality.initials);
  assert.equal(quality("Harbour map: first paint", "hf"), Quality.none);
});

test("the channel may be typed with the topic, and does not find it alone", () => {
  assert.equal(quality("Beta 4 freeze", "launch beta", "launch"), Quality.words);
  assert.equal(quality("Beta 4 freeze", "launch", "launch"), Quality.none);
});

test("where words are not set apart each character may begin one", () => {
  assert.deepEqual(wordsOf("東京タワー"), ["東", "京", "タ", "ワ", "ー"]);
  assert.ok(nameFilter("京")("東京タワー"));
});

test("nothing typed lets everything through; signs alone find nothing", () => {
  assert.ok(nameFilter("  ")("launch"));
  assert.equal(quality("launch", "launch!"), Quality.whole);
});

test("every name is found by itself and by each of its words", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (name) => {
      const words = wordsOf(fold(name));
      if (words.length > 0) assert.equal(quality(name, name), Quality.whole);
      for (const word of words) assert.ok(quality(name, word) > 0, word);
    }),
  );
});
