import assert from "node:assert/strict";
import { test } from "node:test";
import { hueColour, hueOf } from "./hue.ts";

test("a colour that was made of a hue has that hue", () => {
  for (let hue = 0; hue < 360; hue += 30) {
    const apart = Math.abs(hueOf(hueColour(hue)) - hue);
    assert.ok(Math.min(apart, 360 - apart) < 4, `${hue} became ${hueOf(hueColour(hue))}`);
  }
});

test("what is no colour has some hue", () => {
  assert.ok(Number.isFinite(hueOf("none")));
});
