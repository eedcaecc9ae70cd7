import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { writeArchive } from "./tar.ts";

const LONG = `${"folder/".repeat(14)}${"n".repeat(60)}.txt`;
const FILES: Readonly<Record<string, string>> = {
  "run me": "#!/bin/sh\n",
  "empty.txt": "",
  ".hidden/.file": "too",
  "one-block.bin": "x".repeat(512),
  "more.bin": "y".repeat(100_000),
  [LONG]: "far away",
};

function written(t: TestContext): { directory: string; place: string } {
  const place = mkdtempSync(join(tmpdir(), "parley-tar-"));
  t.after(() => rmSync(place, { recursive: true, force: true }));
  const directory = join(place, "in");
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
  chmodSync(join(directory, "run me"), 0o700);
  return { directory, place };
}

const hasTar = spawnSync("tar", ["--version"]).status === 0;

test("an archive is read by tar as it was written", { skip: !hasTar && "tar is not installed" }, async (t) => {
  const { directory, place } = written(t);
  const file = join(place, "a.tar.gz");
  await writeArchive({ directory, top: "parley-1", file, madeAt: 1_700_000_000 });
  const { status, stderr } = spawnSync("tar", ["-xzf", file, "-C", place], { encoding: "utf8" });
  assert.deepEqual([status, stderr], [0, ""]);
  for (const [name, text] of Object.entries(FILES)) {
    const path = join(place, "parley-1", name);
    assert.equal(readFileSync(path, "utf8"), text);
    assert.equal(statSync(path).mtimeMs, 1_700_000_000_000);
    assert.equal((statSync(path).mode & 0o100) !== 0, name === "run me");
  }
});

test("the same contents make the same archive", async (t) => {
  const { directory, place } = written(t);
  const [first, second] = [join(place, "1.gz"), join(place, "2.gz")];
  for (const file of [first, second]) await writeArchive({ directory, top: "p", file, madeAt: 1 });
  assert.deepEqual(readFileSync(first), readFileSync(second));
});

test("a name that does not fit is refused", async (t) => {
  const { directory, place } = written(t);
  const archive = { directory, top: "t".repeat(101), file: join(place, "a.gz"), madeAt: 1 };
  writeFileSync(join(directory, "m".repeat(101)), "");
  await assert.rejects(writeArchive(archive), /The name is too long for an archive/);
});
