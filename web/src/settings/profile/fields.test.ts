import assert from "node:assert/strict";
import { test } from "node:test";
import { controlOf, peopleIn } from "./fields.ts";

test("each type of field has its control, and unknown ones are a line of text", () => {
  const kinds = [1, 2, 3, 4, 5, 6, 7, 8, 99].map((type) => controlOf({ type, field_data: "{}" }).kind);
  assert.deepEqual(kinds, ["text", "text", "choice", "text", "text", "people", "text", "text", "text"]);
});

test("choices are in their order, and broken data offers none", () => {
  const field_data = JSON.stringify({ b: { text: "Bus", order: "10" }, a: { text: "Tram", order: "2" } });
  assert.deepEqual(controlOf({ type: 3, field_data }), {
    kind: "choice",
    choices: [
      { value: "a", label: "Tram" },
      { value: "b", label: "Bus" },
    ],
  });
  assert.deepEqual(controlOf({ type: 3, field_data: "" }), { kind: "choice", choices: [] });
});

test("the people of a value", () => {
  assert.deepEqual(peopleIn("[7,9]"), [7, 9]);
  assert.deepEqual(peopleIn(""), []);
  assert.deepEqual(peopleIn('["x",{}]'), []);
  assert.deepEqual(peopleIn("7"), []);
});
