import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { dateFormat } from "./date-formats.ts";

test("a format is made once for a language and its options", () => {
  const berlin = { dateStyle: "long", timeZone: "Europe/Berlin" } as const;
  assert.equal(dateFormat("de", berlin), dateFormat("de", { ...berlin }));
  assert.notEqual(dateFormat("de", berlin), dateFormat("en", berlin));
  assert.equal(dateFormat("de", berlin).format(0), "1. Januar 1970");
  assert.equal(dateFormat("zh-hans", berlin).format(0), "1970年1月1日");
  assert.equal(dateFormat("ar", berlin).format(0), "1 يناير 1970");
  assert.equal(dateFormat("fr", berlin), dateFormat("en", berlin), "like the words around it");
});

test("no other part of the server makes one", () => {
  const root = fileURLToPath(new URL("../", import.meta.url));
  const makes = globSync("**/*.ts", { cwd: root }).filter(
    (file) => !file.endsWith(".test.ts") && readFileSync(`${root}${file}`, "utf8").includes("new Intl.DateTimeFormat("),
  );
  // The command line asks for its own time zone once.
  assert.deepEqual(makes.toSorted(), ["cli/time-zone.ts", "kernel/date-formats.ts"]);
});
