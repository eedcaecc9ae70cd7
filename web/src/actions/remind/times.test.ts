import assert from "node:assert/strict";
import { test } from "node:test";
import { reminderTimes } from "./times.ts";

const lisbon = { timeZone: "Europe/Lisbon", is24Hours: true };
const at = (text: string) => Date.parse(text) / 1000;
const times = (now: string) =>
  reminderTimes(at(now), lisbon).map(
    ({ id, seconds }) => `${id} ${new Date(seconds * 1000).toISOString().slice(0, 16)}`,
  );

test("reminders are offered for times that make sense now", () => {
  // A Sunday.
  assert.deepEqual(times("2026-11-15T10:00:00Z"), [
    "inHour 2026-11-15T11:00",
    "thisEvening 2026-11-15T18:00",
    "tomorrow 2026-11-16T09:00",
  ]);
  assert.deepEqual(times("2026-11-17T17:30:00Z"), [
    "inHour 2026-11-17T18:30",
    "tomorrow 2026-11-18T09:00",
    "nextMonday 2026-11-23T09:00",
  ]);
});

test("the morning is the reader's, also when clocks change in between", () => {
  // Daylight saving time ended on 25 October 2026.
  assert.ok(times("2026-10-24T10:00:00Z").includes("tomorrow 2026-10-25T09:00"));
  assert.ok(times("2026-10-23T10:00:00Z").includes("tomorrow 2026-10-24T08:00"));
});
