import assert from "node:assert/strict";
import { test } from "node:test";
import { declaredFrom, withArgument, writtenArguments } from "./written.ts";

const declared = [
  { name: "environment", description: "", required: true, choices: ["staging", "production"] },
  { name: "version", description: "The newest by default", required: false, choices: [] },
];

test("a form shows choices as one text and gives them back as they were", () => {
  const rows = writtenArguments(declared);
  assert.equal(rows[0]?.choices, "staging, production");
  assert.deepEqual(declaredFrom(rows), declared);
  const [first = assert.fail()] = rows;
  assert.deepEqual(declaredFrom([{ ...first, choices: " a,, b c ," }])[0]?.choices, ["a", "b c"]);
});

test("a new row is told apart from all others", () => {
  const rows = withArgument(writtenArguments(declared).slice(1));
  assert.equal(new Set(rows.map(({ key }) => key)).size, 2);
});
