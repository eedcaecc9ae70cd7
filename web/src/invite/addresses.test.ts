import assert from "node:assert/strict";
import { test } from "node:test";
import { addressesIn } from "./addresses.ts";

test("addresses are found in whatever was pasted, each once", () => {
  const pasted = `"Tanaka, Mei" <mei@tideline.example>, sana@tideline.example;
    Mei@Tideline.example
    jonas@tideline.example.`;
  assert.deepEqual(addressesIn(pasted), ["mei@tideline.example", "sana@tideline.example", "jonas@tideline.example"]);
});

test("what is no address is none", () => {
  assert.deepEqual(addressesIn("mei at tideline, @all, mei@localhost"), []);
});

test("the same address is found once, by the rule of the server: in every script, but not by a similar letter", () => {
  const accents = "\u00C9lise@tideline.example e\u0301lise@tideline.example";
  assert.deepEqual(addressesIn(accents), ["\u00C9lise@tideline.example"]);
  const kelvin = "mike@tideline.example mi\u212Ae@tideline.example";
  assert.equal(addressesIn(kelvin).length, 2);
});
