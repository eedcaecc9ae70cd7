import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { cleaned, invisiblePosition, nameKey, tidied, visibleForm } from "./visible.ts";

const REFUSED = {
  "a zero-width space": "\u200B",
  "a word joiner": "\u2060",
  "a soft hyphen": "\u00AD",
  "a byte order mark": "\uFEFF",
  "a change of direction": "\u202E",
  "a mark of direction": "\u200F",
  "an isolate": "\u2066",
  "a control character": "\u0007",
  "a line break": "\n",
  "a joiner without a reason": "\u200D",
  "a non-joiner without a reason": "\u200C",
  "a variation selector without a reason": "\uFE0F",
  "a Hangul filler": "\u3164",
  "a blank Braille pattern": "\u2800",
  "a tag": "\u{E0061}",
  "no character": "\uFFFE",
  "an unassigned code point": "\u{E0FFF}",
};

test("invisible characters are found, with their position", () => {
  for (const [what, character] of Object.entries(REFUSED)) {
    assert.equal(invisiblePosition(`Ops${character}x`), 4, what);
    assert.equal(invisiblePosition(`😀${character}`), character === "\uFE0F" ? undefined : 2, what);
  }
});

test("invisible characters that emoji and scripts need are allowed", () => {
  for (const name of [
    "Ada",
    "Ops & Co. (2026)",
    "👩‍👩‍👧 family",
    "🏳️‍🌈",
    "🏳‍🌈",
    "👩🏽‍🚀",
    "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "❤️",
    "☎︎",
    "1️⃣",
    "می‌خواهم",
    "क्‍ष",
    "ശ്രീ",
    "അവന്‍",
    "ශ්‍රී",
    "葛󠄀城",
    "ᠠ᠋",
    "e\u0301tude",
    "Łódź 東京 Αθήνα",
    "\uE000 private",
  ])
    assert.equal(invisiblePosition(name), undefined, name);
});

test("spaces around a name are removed, and runs inside become one", () => {
  assert.equal(tidied(" \t  Night \u00A0\u3000  crew\u2003"), "Night crew");
  assert.equal(tidied("\u2028 \u00A0"), "");
});

test("names that look the same have the same key", () => {
  for (const other of [
    "ops team",
    "Ops\u200B Team",
    "Ops  Team",
    "Ｏｐｓ Team",
    "\u202EOps Team",
    "Ops\u00A0Team\uFE0F",
  ])
    assert.equal(nameKey(other), nameKey("Ops Team"), other);
  assert.notEqual(nameKey("Ops-Team"), nameKey("Ops Team"));
  assert.notEqual(visibleForm("ops"), visibleForm("Ops"));
});

const piece = fc.oneof(
  fc.constantFrom(...Object.values(REFUSED), " ", "\u00A0", "a", "Z", "😀", "👩", "क", "्", "م", "葛", "ß", "İ"),
  fc.string({ unit: "binary", maxLength: 3 }),
);
const anyName = fc.array(piece, { maxLength: 12 }).map((parts) => parts.join(""));

test("any cleaned name is valid, and cleaning it again changes nothing", () => {
  fc.assert(
    fc.property(anyName, (name) => {
      const clean = cleaned(name);
      assert.equal(invisiblePosition(clean), undefined);
      assert.equal(tidied(clean), clean);
      assert.equal(cleaned(clean), clean);
      assert.doesNotMatch(clean, /^\s|\s$|\p{Z}{2}|[^\P{Z} ]/v);
    }),
    { numRuns: 1000 },
  );
});

test("invisible characters do not change a name's key", () => {
  const invisible = fc.constantFrom("\u200B", "\u2060", "\u202E", "\uFEFF", "\u00AD", "\u200D", "\uFE0F");
  fc.assert(
    fc.property(anyName, fc.nat(), invisible, (name, at, character) => {
      fc.pre(cleaned(name) !== "");
      const letters = [...name];
      letters.splice(at % (letters.length + 1), 0, character);
      assert.equal(nameKey(letters.join("")), nameKey(name));
    }),
    { numRuns: 1000 },
  );
});
