/** Type names are specific, so that a search finds one thing: `DraftTarget`, not the fifth `Target`. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";

const ROOT = `${import.meta.dirname}/../..`;
const SOURCES = ["{server,client,web,bench,e2e}/**/*.{ts,tsx}"];
const DECLARATION = /^(export )?(?:declare )?(?:abstract )?(?:interface|type|class|enum) (\w+)/gm;

/** The files that declare each name. */
function declarations(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const file of globSync(SOURCES, { cwd: ROOT, exclude: ["**/node_modules/**", "**/dist/**"] }))
    for (const [, , name = ""] of readFileSync(`${ROOT}/${file}`, "utf8").matchAll(DECLARATION))
      found.set(name, [...(found.get(name) ?? []), file]);
  return found;
}

test("no type name is declared more than three times", () => {
  const repeated = [...declarations()].filter(([, files]) => files.length > 3);
  assert.deepEqual(repeated, []);
});
