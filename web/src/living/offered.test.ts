import assert from "node:assert/strict";
import { test } from "node:test";
import { isOfferedOn, offeredAlsoOn } from "./offered.ts";

test("notifications are offered on three days, however often the page is opened", () => {
  let days: readonly string[] = [];
  for (const day of ["2026-11-02", "2026-11-02", "2026-11-03", "2026-11-09"]) {
    assert.ok(isOfferedOn(day, days), day);
    days = offeredAlsoOn(day, days);
  }
  assert.ok(isOfferedOn("2026-11-09", days));
  assert.ok(!isOfferedOn("2026-11-10", days));
});
