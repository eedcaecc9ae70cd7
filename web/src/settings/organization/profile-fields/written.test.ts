import assert from "node:assert/strict";
import { test } from "node:test";
import {
  fieldDataOf,
  filledInBy,
  fitsSummary,
  NEW_FIELD,
  type ProfileField,
  removedChoices,
  TYPE_NAMES,
  withNewChoice,
  writtenFrom,
} from "./written.ts";

const field = (type: number, data: unknown): ProfileField => ({
  id: 4,
  name: "Team",
  type,
  hint: "",
  field_data: JSON.stringify(data),
  order: 1,
  required: false,
  editable_by_user: true,
});
const teams = field(3, { "2": { text: "Shore", order: "2" }, "5": { text: "Ship", order: "1" } });

test("choices are written in their order, and stored with the keys that they had", () => {
  const written = writtenFrom(teams);
  assert.deepEqual(written.choices, [
    { key: "5", text: "Ship" },
    { key: "2", text: "Shore" },
  ]);
  const renamed = {
    ...written,
    choices: [{ key: "2", text: " Coast " }, ...written.choices.slice(0, 1), { key: "6", text: "" }],
  };
  assert.deepEqual(fieldDataOf(renamed), { "2": { text: "Coast", order: "1" }, "5": { text: "Ship", order: "2" } });
});

test("a new choice has a key that none had", () => {
  const { choices } = writtenFrom(teams);
  const left = choices.filter(({ key }) => key !== "5");
  assert.equal(withNewChoice(left, choices).at(-1)?.key, "6");
  assert.equal(withNewChoice([], []).at(-1)?.key, "1");
});

test("removed choices are those that were stored", () => {
  const written = writtenFrom(teams);
  const changed = {
    ...written,
    choices: [
      { key: "5", text: "Ship" },
      { key: "6", text: "New" },
    ],
  };
  assert.deepEqual(removedChoices(written, changed), [{ key: "2", text: "Shore" }]);
  assert.deepEqual(removedChoices(written, written), []);
});

test("an external account is one that the server knows, or has a pattern", () => {
  const github = writtenFrom(field(7, { subtype: "github" }));
  assert.deepEqual(fieldDataOf(github), { subtype: "github" });
  const own = { ...NEW_FIELD, type: 7, url_pattern: " https://example.com/%(username)s " };
  assert.deepEqual(fieldDataOf(own), { subtype: "custom", url_pattern: "https://example.com/%(username)s" });
  assert.equal(fieldDataOf(NEW_FIELD), undefined);
});

test("people who filled in a field are counted, by value if it is asked for", () => {
  const person = (value?: string) => ({ profile_data: value === undefined ? {} : { "4": { value } } });
  const users = new Map(["5", "2", "2", "", undefined].map((value, id) => [id, person(value)]));
  const state = { users } as never;
  assert.equal(filledInBy(state, 4), 3);
  assert.equal(filledInBy(state, 4, new Set(["2"])), 2);
  assert.equal(filledInBy(state, 9), 0);
});

test("every type is offered, and long texts and people do not fit the summary", () => {
  assert.deepEqual(
    TYPE_NAMES.map(([type]) => type),
    [1, 2, 3, 4, 5, 6, 7, 8],
  );
  assert.deepEqual(
    TYPE_NAMES.filter(([type]) => !fitsSummary(type)).map(([type]) => type),
    [2, 6],
  );
});
