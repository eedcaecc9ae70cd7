/** Tests for the small rules of message rendering. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { emojiCharacters } from "./emoji-characters.ts";
import { isNumberText } from "./enhance/number-text.ts";
import { stillOf } from "./enhance/still-address.ts";
import { Lru } from "./lru.ts";
import { ownGroups } from "./own-groups.ts";
import { tokenClass } from "./vocabulary.ts";

test("an emoji's code becomes its characters, drawn as a picture", () => {
  assert.equal(emojiCharacters("1f604"), "😄");
  assert.equal(emojiCharacters("2764"), "❤️");
  assert.equal(emojiCharacters("0031-20e3"), "1️⃣");
  assert.equal(emojiCharacters("1f1eb-1f1f7"), "🇫🇷");
  assert.equal(emojiCharacters("1f3f3-200d-1f308"), "🏳️‍🌈");
  assert.equal(emojiCharacters("261d-1f3fd"), "☝🏽");
  assert.equal(emojiCharacters("1f469-200d-2764-200d-1f469"), "👩‍❤️‍👩");
});

test("what is no sequence of code points is no emoji", () => {
  for (const code of ["", "zz", "110000", "d800", "0", "-"]) assert.equal(emojiCharacters(code), undefined, code);
});

test("columns of numbers are told from words", () => {
  for (const text of ["1", "-2.5", "1,234", "0.87 s", "12 %", "€ 4.50", "<3", "1 234 567", "3 MB"])
    assert.equal(isNumberText(text), true, text);
  for (const text of ["", "Galaxy A13", "1 of 3 phones", "v2", "2024-01-02T03"])
    assert.equal(isNumberText(text), false, text);
});

test("an animated thumbnail has a still one beside it", () => {
  assert.equal(
    stillOf("/user_uploads/thumbnail/2/a.gif/840x560-anim.webp"),
    "/user_uploads/thumbnail/2/a.gif/840x560.webp",
  );
  assert.equal(stillOf("/user_uploads/2/a.gif"), undefined);
});

test("what was used last is kept", () => {
  const kept = new Lru<string, number>(2);
  kept.set("a", 1);
  kept.set("b", 2);
  kept.get("a");
  kept.set("c", 3);
  assert.deepEqual([kept.get("a"), kept.get("b"), kept.get("c"), kept.size], [1, undefined, 3, 2]);
});

test("somebody is in a group also through its parts, even where groups hold each other", () => {
  const group = (members: number[], direct_subgroup_ids: number[] = []) => ({ members, direct_subgroup_ids });
  const groups = new Map([
    [1, group([7])],
    [2, group([], [1])],
    [3, group([8], [2, 4])],
    [4, group([], [3])],
    [5, group([8])],
  ]);
  assert.deepEqual([...ownGroups(groups, 7)].sort(), [1, 2, 3, 4]);
  assert.deepEqual([...ownGroups(groups, 9)], []);
});

test("a token of a program has one of a few colours, and nothing else is a token", () => {
  assert.equal(tokenClass("k"), "hl-keyword");
  assert.equal(tokenClass("kd"), "hl-keyword");
  assert.equal(tokenClass("s2"), "hl-string");
  assert.equal(tokenClass("c1"), "hl-comment");
  assert.equal(tokenClass("nf"), "hl-function");
  assert.equal(tokenClass("scrim"), undefined);
  assert.equal(tokenClass("constructor"), undefined);
});
