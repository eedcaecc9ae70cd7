import assert from "node:assert/strict";
import { test } from "node:test";
import { withChanges, withoutEntry } from "./part.ts";

interface Boat {
  readonly name: string;
  readonly berth: number | null;
}

const boats: ReadonlyMap<number, Boat> = new Map([[7, { name: "Heron", berth: 3 }]]);

test("fields that an event omits stay, and those it contains change", () => {
  const moved: { berth?: number | null | undefined } = { berth: null };
  assert.deepEqual(withChanges(boats, 7, moved).get(7), { name: "Heron", berth: null });
});

test("changes to unknown entries are ignored", () => {
  assert.equal(withChanges(boats, 8, { name: "Tern" }), boats);
  assert.equal(withoutEntry(boats, 8), boats);
});

test("unknown fields and wrong types do not compile", () => {
  const [painted, renamed]: [{ colour?: string }, { name?: number }] = [{}, {}];
  // @ts-expect-error: boats have no colour.
  withChanges(boats, 7, painted);
  // @ts-expect-error: names are strings.
  withChanges(boats, 7, renamed);
});
