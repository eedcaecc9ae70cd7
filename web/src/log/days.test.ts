import assert from "node:assert/strict";
import { test } from "node:test";
import { dayNumber } from "../text/dates.ts";
import { dayOf } from "./days.ts";

const at = (moment: string) => Date.parse(moment) / 1000;
const QUARTER = 900;

for (const timeZone of ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe"])
  test(`every quarter of an hour is on its day, also when clocks change, in ${timeZone}`, () => {
    const clock = { timeZone, is24Hours: true };
    const day = dayOf(clock);
    for (const begin of ["2026-03-07", "2026-03-28", "2026-10-03", "2026-10-24", "2026-10-31"])
      for (let quarter = 0; quarter < 4 * 24 * 4; quarter++) {
        const seconds = at(`${begin}T00:00:00Z`) + quarter * QUARTER + 1;
        assert.equal(day(seconds), dayNumber(seconds, clock), new Date(seconds * 1000).toISOString());
      }
  });
