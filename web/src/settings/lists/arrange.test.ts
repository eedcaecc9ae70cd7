import assert from "node:assert/strict";
import { test } from "node:test";
import { arranged } from "./arrange.ts";

const rows = [
  { name: "Zoë", size: 2 },
  { name: "ada 10", size: 30 },
  { name: "Ada 9", size: 4 },
];
const columns = [
  { title: "Name", of: ({ name }: (typeof rows)[number]) => name },
  { title: "Size", of: ({ size }: (typeof rows)[number]) => size },
];
const names = (query: string, by: number, isDescending = false) =>
  arranged(rows, columns, { query, by, isDescending }).map(({ name }) => name);

test("rows are sorted by a column: names as people read them, numbers by size", () => {
  assert.deepEqual(names("", 0), ["Ada 9", "ada 10", "Zoë"]);
  assert.deepEqual(names("", 0, true), ["Zoë", "ada 10", "Ada 9"]);
  assert.deepEqual(names("", 1, true), ["ada 10", "Ada 9", "Zoë"]);
});

test("the filter looks at texts, by the beginnings of words and without accents", () => {
  assert.deepEqual(names("zoe", 0), ["Zoë"]);
  assert.deepEqual(names("ADA 1", 0), ["ada 10"]);
  assert.deepEqual(names("30", 0), [], "not at numbers");
});
