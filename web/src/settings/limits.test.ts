import assert from "node:assert/strict";
import { test } from "node:test";
import { settingsTexts } from "../text/en/index-settings.ts";
import { learn } from "../text/text.ts";
import { amountOf, lengthOf, limitFrom, limitText, unitsOf } from "./limits.ts";
import type { LimitChoices } from "./setting.ts";

learn(settingsTexts);

const editing: LimitChoices = {
  unit: "seconds",
  lengths: [600],
  unlimited: "limits.anyTime",
  never: "limits.never",
};
const keeping: LimitChoices = { unit: "days", lengths: [30], unlimited: "limits.forever" };

test("a length is said in the largest unit that fits", () => {
  const said = [60, 600, 3600, 5400, 86_400, 90_000, 604_800, 61].map((length) => limitText(editing, length));
  assert.deepEqual(said, [
    "1 minute",
    "10 minutes",
    "1 hour",
    "90 minutes",
    "1 day",
    "25 hours",
    "7 days",
    "61 seconds",
  ]);
  assert.equal(limitText(keeping, 365), "365 days");
});

test("without a limit, and never", () => {
  assert.equal(limitText(editing, limitFrom(null)), "Any time");
  assert.equal(limitText(editing, limitFrom("never")), "Never");
  assert.equal(limitText(keeping, limitFrom(undefined)), "Forever");
});

test("what is typed is a whole number of the setting's unit", () => {
  const [days, hours, minutes] = unitsOf(editing);
  assert.ok(days && hours && minutes);
  assert.equal(lengthOf("15", minutes), 900);
  assert.equal(lengthOf("1.5", hours), 5400);
  for (const typed of ["", " ", "0", "-3", "x", "1e99", "30000"]) assert.equal(lengthOf(typed, days), undefined, typed);
  assert.equal(lengthOf("0.5", { size: 1 }), undefined);
});

test("a typed length is shown as it was typed", () => {
  for (const length of [60, 3600, 86_400, 5400, 59]) {
    const { amount, unit } = amountOf(length, editing);
    assert.equal(lengthOf(`${amount}`, unit), length);
  }
});
