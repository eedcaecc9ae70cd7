import assert from "node:assert/strict";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { DamagedFile } from "../../kernel/json-lines.ts";
import { archiveFile, type EntryContent, type ZipOptions, zipOf } from "../testing.ts";
import { isPlain, ZipArchive } from "./zip.ts";

test("entries are listed and read, packed or not", async (t) => {
  for (const isStored of [true, false]) {
    const file = archiveFile(
      t,
      "a.zip",
      zipOf(
        [
          ["a/b.txt", "hello"],
          ["c.json", { x: [1, "é"] }],
          ["empty", ""],
        ],
        { isStored },
      ),
    );
    const zip = await ZipArchive.open(file);
    assert.deepEqual([...zip.paths], ["a/b.txt", "c.json", "empty"]);
    assert.equal(await text(await zip.read("a/b.txt")), "hello");
    assert.deepEqual(await zip.json("c.json"), { x: [1, "é"] });
    assert.equal(await text(await zip.read("empty")), "");
    await zip.close();
  }
});

async function reads(
  t: Parameters<typeof archiveFile>[0],
  entries: readonly (readonly [string, EntryContent])[],
  options: ZipOptions = {},
  cut = 0,
) {
  const bytes = zipOf(entries, options);
  const zip = await ZipArchive.open(archiveFile(t, "bad.zip", bytes.subarray(0, bytes.length - cut)));
  try {
    for (const path of zip.paths) await zip.json(path);
  } finally {
    await zip.close();
  }
}

test("archives that would do harm are refused", async (t) => {
  const refused = (work: Promise<unknown>, message: RegExp) =>
    assert.rejects(work, (error) => error instanceof DamagedFile && message.test(error.message));
  for (const path of ["../evil", "/etc/passwd", "a/../../b", "C:/x", "a\\b", "a//b", "./a"])
    await refused(reads(t, [[path, "x"]]), /outside of its folders/);
  await refused(
    reads(t, [
      ["a", "1"],
      ["a", "2"],
    ]),
    /twice/,
  );
  await refused(reads(t, [["a", "[]"]], {}, 5), /zip file|end is missing/);
  await refused(reads(t, [["a", "[]"]], { declared: () => ({ checksum: 1 }) }), /damaged/);
  await refused(reads(t, [["a", "[1,2]"]], { declared: () => ({ size: 2 }) }), /damaged/);
  await refused(reads(t, [["a", "[]"]], { declared: () => ({ flags: 1 }) }), /encrypted/);
  await refused(reads(t, [["a", "[]"]], { declared: () => ({ method: 99 }) }), /unknown way/);
  await refused(reads(t, [["a", "not json"]]), /not JSON/);
  const zeros = Buffer.alloc(64 * 1024 * 1024);
  await refused(reads(t, [["bomb", zeros]]), /unpacks to more/);
  await refused(reads(t, [["bomb", zeros]], { declared: () => ({ size: 100 }) }), /damaged/);
  await refused(reads(t, [["huge", "[]"]], { declared: () => ({ size: 0xfffffff0 }) }), /too large/);
});

test("a path is plain if it stays where it is on every system", () => {
  for (const path of ["a", "a/b.c", "ä/…", "a b"]) assert(isPlain(path), path);
  for (const path of ["", "/a", "..", "a/..", "a/./b", "a/", "\\a", "D:a", "a\0b"]) assert(!isPlain(path), path);
});
