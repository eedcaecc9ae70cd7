import assert from "node:assert/strict";
import { test } from "node:test";
import { pino } from "pino";
import { TestClock } from "../../../test/clock.ts";
import { Troubles } from "../health/troubles.ts";
import { BackupState } from "./state.ts";

test("a log that is no longer kept is a warning until a new generation begins", () => {
  const written: string[] = [];
  const troubles = new Troubles(pino({}, { write: (line: string) => void written.push(line) }));
  const state = new BackupState(new TestClock(), troubles);
  const shippedUntilMs = Date.now();
  for (let look = 0; look < 3; look++) state.shipped({ shippedUntilMs, failure: "refused", isGivenUp: true });
  assert.match(troubles.warnings.join(), /no longer kept/);
  assert.deepEqual(
    written.map((line) => JSON.parse(line).trouble),
    ["log gap"],
  );
  state.shipped({ shippedUntilMs: Date.now(), failure: undefined, isGivenUp: false });
  assert.deepEqual(troubles.warnings, []);
});
