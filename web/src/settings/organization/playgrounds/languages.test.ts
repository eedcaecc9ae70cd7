import assert from "node:assert/strict";
import { test } from "node:test";
import { languageNamed, suggestLanguages } from "./languages.ts";

test("a language is suggested by its name and by what people write after the fence", () => {
  assert.equal(suggestLanguages("rus")[0], "Rust");
  assert.equal(suggestLanguages("py")[0], "Python");
  assert.equal(suggestLanguages("c++")[0], "C++");
  assert.equal(suggestLanguages("C")[0], "C");
  assert.deepEqual(suggestLanguages("  "), []);
  assert.deepEqual(suggestLanguages("no such language"), []);
  assert.ok(suggestLanguages("a").length <= 8);
});

test("the name by which code blocks are known", () => {
  assert.equal(languageNamed("ts"), "TypeScript");
  assert.equal(languageNamed(" RUST "), "Rust");
  assert.equal(languageNamed("tidescript"), undefined);
});
