import assert from "node:assert/strict";
import { test } from "node:test";
import { drawnPictureAt, drawnUrl } from "./address.ts";

const figureOf = (full_name: string) => /-(.*)\.png$/.exec(drawnUrl({ id: 7, full_name }))?.[1];

test("initials are those of the first and the last word, without accents", () => {
  const names = ["Ada", "Ada King Lovelace", "ángel Öz", "  (ops) 7 ", "3 Musketeers", "Łucja", "李雷 Smith"];
  assert.deepEqual(names.map(figureOf), ["A", "AL", "AO", "O7", "3M", "L", "S"]);
});

test("names in scripts without letters here get a pattern of their own", () => {
  for (const name of ["李雷", "Жанна Фриске", "محمد", "🦆", "…"]) {
    assert.match(figureOf(name) ?? "", /^p\d+$/, name);
    assert.ok(drawnPictureAt(drawnUrl({ id: 7, full_name: name }).slice("/static/avatars/drawn/".length)), name);
  }
  const patterns = new Set(Array.from({ length: 1000 }, (_, id) => drawnUrl({ id, full_name: "李雷" })));
  assert.equal(patterns.size, 1000);
});
