import assert from "node:assert/strict";
import { test } from "node:test";
import { withChanges, withoutEntry } from "./part.ts";

interface Boat {
  readonly name: string;
  readonly berth: number | null;
}

const boats: ReadonlyMap<number, Boat> = new Map([[7, { name: "Heron", berth: 3 }]]);

test("what an event leaves out stays, and what it says is so", () => {
  const moved: { berth?: number | null | undefined } = { berth: null };
  assert.deepEqual(withChanges(boats, 7, moved).get(7), { name: "Heron", berth: null });
});

test("of what is not known nothing changes", () => {
  assert.equal(withChanges(boats, 8, { name: "Tern" }), boats);
  assert.equal(withoutEntry(boats, 8), boats);
});

test("a change of what is not there, or to another type, does not compile", () => {
  const [painted, renamed]: [{ colour?: string }, { name?: number }] = [{}, {}];
  // @ts-expect-error: boats have no colour.
  withChanges(boats, 7, painted);
  // @ts-expect-error: a name is a text.
  withChanges(boats, 7, renamed);
});
