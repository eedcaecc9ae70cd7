import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { HAS_OPERANDS, IS_OPERANDS, type NarrowTerm } from "../address/narrow.ts";
import { channel, channels, OWN_ID, people, person, stateOf } from "../address/testing.ts";
import { termsIn, textOf } from "./chips.ts";

const state = stateOf({
  realm_users: [...people, person(20, "mei tanaka"), person(21, "Ali, the 2nd"), person(22, "42")],
  subscriptions: [...channels, channel(30, "42"), channel(31, 'say "hi"')],
});
const read = (text: string) => termsIn(text, state);

test("operators are read with their operands, the rest are words", () => {
  assert.deepEqual(read('sender:me channel:launch topic:"Harbour map" -has:link low tide'), [
    { operator: "sender", operand: OWN_ID },
    { operator: "channel", operand: 2 },
    { operator: "topic", operand: "Harbour map" },
    { operator: "has", operand: "link", negated: true },
    { operator: "search", operand: "low tide" },
  ]);
  assert.deepEqual(read('stream:launch from:"rafael ortiz" pm-with:"Rafael Ortiz,me"'), [
    { operator: "channel", operand: 2 },
    { operator: "sender", operand: 9 },
    { operator: "dm", operand: [9] },
  ]);
  assert.deepEqual(read("before:2026-11-01 since:2026-10-01"), [
    { operator: "date", operand: "2026-11-01", negated: true },
    { operator: "date", operand: "2026-10-01" },
  ]);
  assert.deepEqual(read("topic:"), [{ operator: "topic", operand: "" }]);
});

test("what only looks like an operator is searched as it stands", () => {
  for (const words of [
    "tide:high",
    "is:wet",
    "channel:nowhere",
    "sender:nobody",
    "https://a.example",
    '"low tide"',
    "10:30",
  ])
    assert.deepEqual(read(words), [{ operator: "search", operand: words }], words);
  assert.deepEqual(read("   "), []);
});

test("people are found by real addresses, and by the beginning of a name or address", () => {
  const mei = [{ operator: "sender", operand: 7 }];
  for (const text of ["sender:mei@tideline.example", "sender:mei", "from:tanaka", "sender:Mei", 'sender:"mei ta"'])
    assert.deepEqual(read(text), mei, text);
  assert.deepEqual(read("sender:zoe"), [{ operator: "sender", operand: 12 }]);
  assert.deepEqual(read("dm:rafael,pri"), [{ operator: "dm", operand: [9, 11] }]);
  assert.deepEqual(read("dm:user11@tide"), [{ operator: "dm", operand: [11] }]);
});

test("addresses are compared by the rule of the server: with accents, and without taking the Kelvin sign for a K", () => {
  const own = stateOf({
    realm_users: [
      person(31, "Mike", { delivery_email: "mike@tideline.example" }),
      person(32, "Nora", { delivery_email: "zo\u00EB@tideline.example" }),
    ],
  });
  const zoe = [{ operator: "sender", operand: 32 }];
  for (const text of ["sender:ZOE\u0308@tideline.example", "sender:zo\u00EB@tide"])
    assert.deepEqual(termsIn(text, own), zoe, text);
  assert.deepEqual(termsIn("sender:mi\u212Ae@tideline.example", own), [
    { operator: "search", operand: "sender:mi\u212Ae@tideline.example" },
  ]);
});

test("a name goes on as long as someone has it", () => {
  assert.deepEqual(read("sender:rafael ortiz low tide"), [
    { operator: "sender", operand: 9 },
    { operator: "search", operand: "low tide" },
  ]);
  assert.deepEqual(read("sender:rafael tide"), [
    { operator: "sender", operand: 9 },
    { operator: "search", operand: "tide" },
  ]);
  assert.deepEqual(read("dm:priya,rafael ort has:link"), [
    { operator: "dm", operand: [9, 11] },
    { operator: "has", operand: "link" },
  ]);
});

test("people of one name are told apart by their ids", () => {
  assert.equal(textOf([{ operator: "sender", operand: 7 }], state), 'sender:"Mei Tanaka"');
  assert.equal(textOf([{ operator: "sender", operand: 20 }], state), 'sender:"mei tanaka|20"');
  assert.deepEqual(read("sender:42"), [{ operator: "sender", operand: 22 }]);
});

const someText = fc.string({ unit: fc.constantFrom("a", " ", '"', ":", "is:dm", "-", "é", "1"), maxLength: 12 });
const userId = fc.constantFrom(5, 7, 9, 20, 21, 22, 999);
const aTerm = fc
  .oneof(
    fc.record({ operator: fc.constant("channel"), operand: fc.constantFrom(2, 3, 8, 30, 31, 404) }),
    fc.record({ operator: fc.constant("topic"), operand: someText.map((text) => text.trim()) }),
    fc.record({ operator: fc.constantFrom("sender", "dm-including", "mentions"), operand: userId }),
    fc.record({
      operator: fc.constant("dm"),
      operand: fc
        .uniqueArray(fc.constantFrom(7, 9, 20, 21, 22), { maxLength: 3 })
        .map((ids) => ids.sort((a, b) => a - b)),
    }),
    fc.record({ operator: fc.constant("is"), operand: fc.constantFrom(...IS_OPERANDS) }),
    fc.record({ operator: fc.constant("has"), operand: fc.constantFrom(...HAS_OPERANDS) }),
    fc.record({ operator: fc.constantFrom("id", "near", "with"), operand: fc.nat() }),
    fc.constant({ operator: "date", operand: "2026-11-01" }),
  )
  .chain((term) => fc.boolean().map((negated) => ({ ...term, ...(negated ? { negated } : {}) }) as NarrowTerm));
const words = someText.map((text) => text.trim()).filter((text) => text !== "");

test("chips survive being text: what we write we read as the same", () => {
  fc.assert(
    fc.property(fc.array(aTerm, { maxLength: 4 }), fc.option(words, { nil: undefined }), (terms, search) => {
      const whole: NarrowTerm[] = search === undefined ? terms : [...terms, { operator: "search", operand: search }];
      assert.deepEqual(read(textOf(whole, state)), whole);
    }),
  );
});

test("no text at all breaks the reading", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void read(text)));
});
