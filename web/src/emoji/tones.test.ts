import assert from "node:assert/strict";
import { test } from "node:test";
import groups from "./groups.json" with { type: "json" };
import { TONES, tonedCharacters } from "./tones.ts";

test("hands and people have tones, faces and things have none", () => {
  assert.equal(tonedCharacters("1f44d", "1f3fd"), "\u{1f44d}\u{1f3fd}");
  assert.equal(tonedCharacters("1f44d", ""), undefined);
  assert.equal(tonedCharacters("1f600", "1f3fd"), undefined);
  assert.equal(tonedCharacters("1f680", "1f3ff"), undefined);
});

test("a sequence gets the tone where Unicode has it", () => {
  // The selector after the person is replaced, the one after the sign stays.
  assert.equal(tonedCharacters("26f9-200d-2642", "1f3fb"), "\u{26f9}\u{1f3fb}\u200d\u2642\ufe0f");
  assert.equal(tonedCharacters("1f469-200d-1f4bb", "1f3fe"), "\u{1f469}\u{1f3fe}\u200d\u{1f4bb}");
  // Both people, but not their hands.
  assert.equal(
    tonedCharacters("1f9d1-200d-1f91d-200d-1f9d1", "1f3fd"),
    "\u{1f9d1}\u{1f3fd}\u200d\u{1f91d}\u200d\u{1f9d1}\u{1f3fd}",
  );
});

test("every emoji that has a tone has all of them", () => {
  for (const code of Object.values(groups).flatMap((codes) => codes.split(" "))) {
    const found = TONES.slice(1).filter((tone) => tonedCharacters(code, tone) !== undefined);
    assert.ok(found.length === 0 || found.length === 5, code);
  }
});
