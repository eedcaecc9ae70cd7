import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ROOT } from "../copy.ts";
import { CONTENTS } from "./contents.ts";

test("a package contains what the server reads outside of its own folder", () => {
  const sources = globSync("server/src/**/*.ts", { cwd: ROOT, exclude: ["**/*.test.ts"] });
  const read = sources.flatMap((file) =>
    [...readFileSync(join(ROOT, file), "utf8").matchAll(/["`](?:\.\.\/)+((?:docs|web)\/[^"`$]+)/g)].map(
      ([, path = ""]) => path,
    ),
  );
  assert.ok(read.length >= 3);
  const packed = CONTENTS.map((pattern) => pattern.replace(/\/\*.*/, ""));
  for (const path of read)
    assert.ok(
      packed.some((each) => path.startsWith(each)),
      path,
    );
});

test("every pattern finds something", () => {
  for (const pattern of CONTENTS) assert.notDeepEqual(globSync(pattern, { cwd: ROOT }), [], pattern);
});
