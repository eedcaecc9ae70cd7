import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";

const ROOT = `${import.meta.dirname}/../..`;
const read = (file: string) => readFileSync(`${ROOT}/${file}`, "utf8");

/** A test whose name contains `[E3]` verifies that invariant. */
function citedInvariants(): Set<string> {
  const tests = globSync(["{server,client,web}/{src,test}/**/*.test.{ts,tsx}", "e2e/**/*.test.ts"], { cwd: ROOT });
  return new Set(
    tests.flatMap((file) =>
      [...read(file).matchAll(/\[([A-Z]\d)\](?=(?: \[[A-Z]\d\])*["`])/g)].map(([, name]) => name ?? ""),
    ),
  );
}

test("every numbered invariant is cited by a test, and no others are", () => {
  const numbered = [...read("docs/architecture.md").matchAll(/^\d+\. \*\*([A-Z]\d)\*\* /gm)].map(
    ([, name]) => name ?? "",
  );
  assert.equal(new Set(numbered).size, numbered.length);
  assert.deepEqual([...citedInvariants()].sort(), numbered.sort());
});
