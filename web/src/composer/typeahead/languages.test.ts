import assert from "node:assert/strict";
import { test } from "node:test";
import { codeLanguage } from "@parley/server/text/markdown/code/languages.ts";
import { findLanguages } from "../../ranking/short-lists.ts";
import { completingAt } from "../editing/trigger.ts";
import { LANGUAGE_NAMES } from "./language-names.ts";
import { COMMON_LANGUAGES } from "./languages.ts";

const found = (typed: string) => findLanguages(typed, LANGUAGE_NAMES, COMMON_LANGUAGES);

test("every name that the server knows is suggested when it is typed after a fence", () => {
  assert.ok(LANGUAGE_NAMES.length > 1000);
  for (const name of LANGUAGE_NAMES) {
    const typed = `\`\`\`${name}`;
    const completing = completingAt(typed, typed.length);
    assert.deepEqual([completing?.kind, completing?.query], ["language", name]);
    assert.equal(found(name)[0], name);
  }
});

test("common languages and other blocks come before the many that few people write", () => {
  for (const name of COMMON_LANGUAGES) assert.ok(codeLanguage(name), name);
  assert.deepEqual(found("py").slice(0, 2), ["py", "python"]);
  assert.deepEqual(found("s").slice(0, 4), ["s", "sql", "swift", "spoiler"]);
  assert.equal(found("dockerf")[0], "dockerfile");
  assert.deepEqual(found("").slice(0, 3), ["bash", "c", "c++"]);
});
