import assert from "node:assert/strict";
import { test } from "node:test";
import { userSettings } from "@parley/server/contract";
import { SOUNDS } from "./sound-table.ts";

test("every sound that the server offers can be played, and no other", () => {
  assert.deepEqual(Object.keys(SOUNDS).sort(), userSettings.NOTIFICATION_SOUNDS.toSorted());
});

test("the built-in sound has two names, and every other sound is a different one", () => {
  assert.equal(SOUNDS.chat, SOUNDS.zulip);
  const { chat: _, ...others } = SOUNDS;
  const written = Object.values(others).map((tones) => JSON.stringify(tones));
  assert.equal(new Set(written).size, written.length);
});

test("a sound is short, audible and never overdriven", () => {
  for (const [name, tones] of Object.entries(SOUNDS)) {
    assert.ok(tones.length > 0, name);
    for (const { hertz, glidesTo = hertz, at, fades, loudness = 1 } of tones) {
      assert.ok(Math.min(hertz, glidesTo) >= 50 && Math.max(hertz, glidesTo) <= 10_000, `${name}: ${hertz}`);
      assert.ok(fades >= 0.02 && at + fades <= 1.5, `${name}: ${at} ${fades}`);
      assert.ok(loudness > 0 && loudness <= 2, `${name}: ${loudness}`);
    }
  }
});
