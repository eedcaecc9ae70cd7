import assert from "node:assert/strict";
import { test } from "node:test";
import { KEYS, keyShortcuts, strokeLabel, strokeOf } from "./keys.ts";

const press = (key: string, code: string, held: Partial<Record<"ctrlKey" | "altKey" | "shiftKey", boolean>> = {}) =>
  strokeOf({ key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });

test("letters are as the table writes them", () => {
  assert.equal(press("e", "KeyE"), "e");
  assert.equal(press("M", "KeyM", { shiftKey: true }), "Shift+M");
  assert.equal(press("E", "KeyE"), "e", "Caps Lock is not Shift");
});

test("signs that need Shift say so by themselves", () => {
  assert.equal(press("?", "Slash", { shiftKey: true }), "?");
  assert.equal(press(" ", "Space", { shiftKey: true }), "Shift+Space");
});

test("a layout without Latin letters uses the place of the key", () => {
  assert.equal(press("у", "KeyE"), "e");
  assert.equal(press("Ь", "KeyM", { shiftKey: true }), "Shift+M");
});

test("with Alt the key counts and not what it types", () => {
  assert.equal(press("π", "KeyP", { altKey: true }), "Alt+p");
});

test("no stroke means two things in one place", () => {
  const taken = Object.values(KEYS).flatMap(({ keys }) => [...keys]);
  assert.deepEqual(
    taken.filter((key, at) => taken.indexOf(key) !== at),
    [],
  );
});

test("people and assistive technology read the keys", () => {
  assert.match(strokeLabel("Mod+k"), /^(?:Ctrl|⌘) K$/);
  assert.match(keyShortcuts("palette"), /^(?:Control|Meta)\+k$/);
  assert.equal(strokeLabel("g ArrowRight"), "G →");
});
