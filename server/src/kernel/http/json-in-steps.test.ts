import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isLong, jsonInSteps } from "./json-in-steps.ts";

test("the result in steps equals JSON.stringify", async () => {
  const value = fc.oneof(fc.jsonValue(), fc.constant(undefined));
  const answer = fc.dictionary(fc.string(), fc.oneof(value, fc.array(value), fc.dictionary(fc.string(), value)));
  await fc.assert(
    fc.asyncProperty(answer, async (each) => {
      assert.equal(await jsonInSteps(each), JSON.stringify(each));
    }),
  );
});

test("long lists and objects, which count as long, give the same result", async () => {
  const numbers = Array.from({ length: 2000 }, (_, n) => (n % 7 === 0 ? undefined : { n, text: `"${n}"` }));
  const named = Object.fromEntries(numbers.entries());
  for (const answer of [{ numbers }, { named }, { a: 1, numbers, named, z: null, gone: undefined }]) {
    assert.equal(isLong(answer), true);
    assert.equal(await jsonInSteps(answer), JSON.stringify(answer));
  }
  assert.equal(isLong({ id: 1, few: [1, 2], text: "x".repeat(10_000), none: null }), false);
});
