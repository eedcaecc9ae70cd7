import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { fromLocalField, suggestions, toLocalField } from "./later.ts";

const lisbon = { timeZone: "Europe/Lisbon", is24Hours: true };
const at = (text: string) => Date.parse(text) / 1000;
const spelled = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 16);

test("on a Thursday morning: in an hour, this afternoon, tomorrow, Monday", () => {
  const found = suggestions(at("2026-11-12T10:07:00Z"), lisbon);
  assert.deepEqual(
    found.map(({ id, seconds }) => [id, spelled(seconds)]),
    [
      ["in-an-hour", "2026-11-12T11:10"],
      ["this-afternoon", "2026-11-12T16:00"],
      ["tomorrow", "2026-11-13T09:00"],
      ["monday", "2026-11-16T09:00"],
    ],
  );
});

test("on a Sunday evening tomorrow is Monday, and there is no afternoon left", () => {
  const found = suggestions(at("2026-11-15T20:00:00Z"), lisbon);
  assert.deepEqual(
    found.map(({ id }) => id),
    ["in-an-hour", "tomorrow"],
  );
});

test("tomorrow at nine is nine also where clocks are changed overnight", () => {
  const [tomorrow] = suggestions(at("2026-03-28T12:00:00Z"), lisbon).filter(({ id }) => id === "tomorrow");
  assert.equal(spelled(tomorrow?.seconds ?? 0), "2026-03-29T08:00");
});

test("a field for date and time gives back what was put into it", () => {
  const zones = ["Europe/Lisbon", "Asia/Kathmandu", "America/St_Johns", "Pacific/Apia", ""];
  const minute = fc.integer({ min: at("2024-01-01T00:00:00Z") / 60, max: at("2035-01-01T00:00:00Z") / 60 });
  fc.assert(
    fc.property(minute, fc.constantFrom(...zones), (minutes, timeZone) => {
      const clock = { timeZone, is24Hours: true };
      const seconds = minutes * 60;
      const back = fromLocalField(toLocalField(seconds, clock), clock) ?? 0;
      // An hour that occurs twice when clocks go back looks the same both times.
      assert.ok(back === seconds || Math.abs(back - seconds) === 3600 || Math.abs(back - seconds) === 1800);
    }),
  );
});
