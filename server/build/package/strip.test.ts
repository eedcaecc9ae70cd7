import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { segmentsOf, withoutSymbols } from "./strip.ts";

const isLinux = process.platform === "linux";

test("Node runs without its symbols, and all that is loaded of it stays", { skip: !isLinux && "not on Linux" }, (t) => {
  const whole = readFileSync(process.execPath);
  const stripped = withoutSymbols(whole);
  assert.ok(stripped.length < whole.length * 0.9, `${stripped.length} of ${whole.length} bytes`);
  // The header of the file is a part of the first segment, and says where the tables are.
  const tables = 64;
  for (const { start, end } of segmentsOf(whole)) {
    const from = Math.max(start, tables);
    assert.ok(stripped.subarray(from, end).equals(whole.subarray(from, end)));
  }
  assert.deepEqual(segmentsOf(stripped), segmentsOf(whole));

  const directory = mkdtempSync(join(tmpdir(), "parley-strip-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, "node");
  writeFileSync(file, stripped, { mode: 0o755 });
  assert.equal(execFileSync(file, ["-p", "process.version"], { encoding: "utf8" }).trim(), process.version);
  assert.ok(withoutSymbols(stripped).length <= stripped.length, "what has none is left as it is");
});

test("what is not such an executable is refused", () => {
  for (const file of [Buffer.alloc(0), Buffer.from("#!/bin/sh\n"), Buffer.from("cffaedfe0700000103000000", "hex")])
    assert.throws(() => withoutSymbols(file), /not an ELF file/);
});
