import assert from "node:assert/strict";
import { test } from "node:test";
import { withStorage } from "../state/test-storage.ts";
import { EditKeeper } from "./edit-keeper.ts";
import type { KeptEdits } from "./kept-edits.ts";

const HOUR = 3_600_000;
const PLACE = "parley.edits";
const storedIn = (values: ReadonlyMap<string, string>) => JSON.parse(values.get(PLACE) ?? "{}") as KeptEdits;

test("two windows keep edits without losing each other's", (t) => {
  const values = withStorage(t);
  const [one, other] = [new EditKeeper(), new EditKeeper()];
  one.keep(7, { source: "Lunch", text: "Lunch at two" });
  other.keep(8, { source: "Tea", text: "Tea at five" });
  assert.deepEqual(Object.keys(storedIn(values)), ["7", "8"]);
  assert.equal(other.takeUp(7), "Lunch at two");
  one.forget(7);
  assert.deepEqual(Object.keys(storedIn(values)), ["8"]);
  assert.equal(other.takeUp(7), undefined);
});

test("an edit that was changed back is not kept, but one that another window keeps is", (t) => {
  const values = withStorage(t);
  const [one, other] = [new EditKeeper(), new EditKeeper()];
  one.keep(7, { source: "Lunch", text: "Lunch at two" });
  other.keep(7, { source: "Lunch", text: "Lunch" });
  assert.equal(other.takeUp(7), "Lunch at two");
  one.keep(7, { source: "Lunch", text: "Lunch at three" });
  other.keep(7, { source: "Lunch", text: "Lunch" });
  assert.equal(one.takeUp(7), "Lunch at three");
  one.keep(7, { source: "Lunch", text: "Lunch" });
  assert.deepEqual(storedIn(values), {});
});

test("edits that are too old are deleted when the page is opened", (t) => {
  const values = withStorage(t);
  const now = Date.now();
  values.set(PLACE, JSON.stringify({ 7: { text: "old", at: now - HOUR }, 8: { text: "new", at: now } }));
  new EditKeeper();
  assert.deepEqual(Object.keys(storedIn(values)), ["8"]);
});
