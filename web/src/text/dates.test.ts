import assert from "node:assert/strict";
import { test } from "node:test";
import { type Clock, dayName, dayNumber, listText, shortWhen, sizeText, timeOfDay } from "./dates.ts";

const lisbon: Clock = { timeZone: "Europe/Lisbon", is24Hours: true };
const tokyo: Clock = { timeZone: "Asia/Tokyo", is24Hours: true };
const at = (text: string) => Date.parse(text) / 1000;
const now = at("2026-11-12T12:00:00Z");

test("times are of the reader's zone and clock", () => {
  assert.equal(timeOfDay(at("2026-11-12T09:12:00Z"), lisbon), "09:12");
  assert.equal(timeOfDay(at("2026-11-12T09:12:00Z"), tokyo), "18:12");
  assert.match(timeOfDay(at("2026-11-12T21:12:00Z"), { ...lisbon, is24Hours: false }), /^9:12\s?pm$/i);
});

test("a day begins at the reader's midnight", () => {
  const late = at("2026-11-11T16:00:00Z");
  assert.equal(dayNumber(now, lisbon) - dayNumber(late, lisbon), 1);
  assert.equal(dayNumber(now, tokyo) - dayNumber(late, tokyo), 0);
  assert.equal(dayName(late, lisbon, now), "Yesterday");
  assert.equal(dayName(late, tokyo, now), "Today");
});

test("another year is named", () => {
  assert.doesNotMatch(dayName(at("2026-03-01T12:00:00Z"), lisbon, now), /2026/);
  assert.match(dayName(at("2025-12-31T12:00:00Z"), lisbon, now), /2025/);
});

test("at the end of a row: the time, the day, or the date", () => {
  assert.equal(shortWhen(at("2026-11-12T09:12:00Z"), lisbon, now), "09:12");
  assert.equal(shortWhen(at("2026-11-11T09:12:00Z"), lisbon, now), "Yesterday");
  assert.equal(shortWhen(at("2026-11-09T09:12:00Z"), lisbon, now), "Mon");
  assert.match(shortWhen(at("2026-10-09T09:12:00Z"), lisbon, now), /9/);
  assert.match(shortWhen(at("2025-10-09T09:12:00Z"), lisbon, now), /2025/);
});

test("sizes and lists are said as people say them", () => {
  assert.equal(sizeText(61_000_000), "61 MB");
  assert.equal(sizeText(0), "0 byte");
  assert.equal(listText(["Noor", "Leo"]), "Noor and Leo");
});
