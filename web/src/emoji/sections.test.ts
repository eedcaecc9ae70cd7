import assert from "node:assert/strict";
import { test } from "node:test";
import { countedUse, mostUsed } from "./frequent.ts";
import type { Emoji } from "./names.ts";
import { foundSection, sectionsOf, stepped } from "./sections.ts";

const unicode = (name: string, code: string): Emoji => ({ name, code, type: "unicode_emoji" });
const emoji: readonly Emoji[] = [
  { name: "tideline", code: "7", type: "realm_emoji", imageUrl: "/tideline.png" },
  unicode("smile", "1f604"),
  unicode("happy", "1f604"),
  unicode("grinning", "1f600"),
  unicode("octopus", "1f419"),
];

test("each emoji stands once in its category, after those used often and the organization's own", () => {
  const shown = sectionsOf(emoji, ["octopus", "happy", "gone"]).map(
    ({ name, emoji: each }) => `${name}: ${each.map((one) => one.name).join(" ")}`,
  );
  assert.deepEqual(shown, [
    "frequent: octopus happy",
    "custom: tideline",
    "smileys: grinning smile",
    "nature: octopus",
  ]);
});

test("an emoji is found by each of its names, and shown once", () => {
  assert.deepEqual(
    foundSection("hap", emoji, []).flatMap(({ emoji: each }) => each.map(({ code }) => code)),
    ["1f604"],
  );
  assert.deepEqual(foundSection("zzz", emoji, []), []);
});

test("arrows walk through rows, and a section begins a row", () => {
  // 0 1 2 / 3 4 | 5
  const step = (at: number, where: "left" | "right" | "up" | "down") => stepped([5, 1], 3, at, where);
  assert.equal(step(0, "right"), 1);
  assert.equal(step(0, "left"), 5);
  assert.equal(step(2, "down"), 4);
  assert.equal(step(4, "down"), 5);
  assert.equal(step(5, "down"), 0);
  assert.equal(step(5, "up"), 3);
  assert.equal(step(1, "up"), 5);
  assert.equal(stepped([], 3, 0, "down"), 0);
});

test("what is used often comes first, and what was used lately counts more", () => {
  let uses = {};
  for (const name of ["tada", "tada", "eyes", "octopus"]) uses = countedUse(uses, name);
  assert.deepEqual(mostUsed(uses, 4), ["tada", "octopus", "eyes", "+1"]);
});
