import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { gzipSync } from "node:zlib";
import { DamagedFile } from "../../kernel/json-lines.ts";
import { archiveFile } from "../testing.ts";
import { DiskRoom } from "./disk-room.ts";
import { unpackTar } from "./tar.ts";

interface TarEntry {
  readonly name: string;
  readonly content?: string;
  readonly type?: string;
  readonly size?: number;
}

function headerOf({ name, content = "", type = "0", size = Buffer.byteLength(content) }: TarEntry): Buffer {
  const header = Buffer.alloc(512);
  header.write(name.slice(0, 100), 0);
  header.write(`${size.toString(8).padStart(11, "0")}\0`, 124);
  header.write("        ", 148);
  header.write(type, 156);
  header.write("ustar\x0000", 257);
  header.write(
    `${header
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, "0")}\0 `,
    148,
  );
  return header;
}

const tarOf = (entries: readonly TarEntry[]): Buffer =>
  Buffer.concat([
    ...entries.flatMap((entry) => {
      const content = Buffer.from(entry.content ?? "");
      return [headerOf(entry), content, Buffer.alloc((512 - (content.length % 512)) % 512)];
    }),
    Buffer.alloc(1024),
  ]);

async function unpacks(t: TestContext, bytes: Buffer): Promise<{ folder: string; paths: string[] }> {
  const file = archiveFile(t, "a.tar.gz", bytes);
  const folder = mkdtempSync(join(dirname(file), "to-"));
  return { folder, paths: await unpackTar(file, folder) };
}

test("files are unpacked, with long names too", async (t) => {
  const long = `${"d".repeat(120)}/file.txt`;
  const { folder, paths } = await unpacks(
    t,
    gzipSync(
      tarOf([
        { name: "a/", type: "5" },
        { name: "a/b.txt", content: "hello" },
        { name: "././@LongLink", type: "L", content: `${long}\0` },
        { name: long, content: "long" },
        { name: "pax", type: "x", content: "19 path=a/pax.txt\n" },
        { name: "short", content: "pax" },
      ]),
    ),
  );
  assert.deepEqual(paths, ["a/b.txt", long, "a/pax.txt"]);
  assert.deepEqual(
    paths.map((path) => readFileSync(join(folder, path), "utf8")),
    ["hello", "long", "pax"],
  );
});

test("archives that would do harm are refused, and nothing is written outside", async (t) => {
  const refused = (bytes: Buffer, message: RegExp) =>
    assert.rejects(unpacks(t, bytes), (error) => error instanceof DamagedFile && message.test(error.message));
  for (const name of ["../evil", "/etc/evil", "a/../../evil", "a\\..\\evil"])
    await refused(gzipSync(tarOf([{ name, content: "x" }])), /outside of its folders/);
  for (const type of ["1", "2", "3", "6"])
    await refused(gzipSync(tarOf([{ name: "link", type }])), /neither a file nor a folder/);
  await refused(
    gzipSync(
      tarOf([
        { name: "a", content: "1" },
        { name: "a", content: "2" },
      ]),
    ),
    /twice/,
  );
  await refused(
    gzipSync(
      tarOf([
        { name: "a", content: "1" },
        { name: "a/b", content: "2" },
      ]),
    ),
    /twice|not complete|damaged/,
  );
  await refused(gzipSync(Buffer.concat([headerOf({ name: "a", size: 5000 }), Buffer.alloc(512)])), /not complete/);
  await refused(gzipSync(Buffer.from("x".repeat(2048))), /not a tar file/);
  await refused(Buffer.from("not gzip at all"), /damaged/);
  const whole = gzipSync(tarOf([{ name: "a", content: "x".repeat(5000) }]));
  await refused(whole.subarray(0, whole.length - 20), /damaged|not complete/);
  await refused(
    gzipSync(Buffer.concat([headerOf({ name: "zeros", size: 64 * 1024 * 1024 }), Buffer.alloc(64 * 1024 * 1024)])),
    /more than it can hold/,
  );
  await refused(gzipSync(tarOf([{ name: "x", type: "L", content: "y".repeat(70_000) }])), /damaged/);
  assert.deepEqual(readdirSync(dirname(archiveFile(t, "x", Buffer.alloc(0)))), ["x"]);
});

test("nothing is unpacked beyond what the disk has room for", async (t) => {
  const content = "x".repeat(300_000);
  const entries = ["a", "b", "c", "d"].map((name) => ({ name, content }));
  const file = archiveFile(t, "a.tar.gz", gzipSync(tarOf(entries)));
  const unpack = (limits: ConstructorParameters<typeof DiskRoom>[1]) => {
    const folder = mkdtempSync(join(dirname(file), "to-"));
    return { folder, paths: unpackTar(file, folder, new DiskRoom(folder, limits)) };
  };
  const full = unpack({ reserve: Number.MAX_SAFE_INTEGER });
  await assert.rejects(full.paths, { code: "ENOSPC" });
  assert.deepEqual(readdirSync(full.folder), []);
  const tooMuch = unpack({ most: 1_000_000 });
  await assert.rejects(tooMuch.paths, /more than 0 MiB on the disk/);
  const sizes = readdirSync(tooMuch.folder).map((name) => statSync(join(tooMuch.folder, name)).size);
  assert(sizes.reduce((sum, size) => sum + size, 0) < 1_000_000);
  assert.equal((await unpack({ most: 1_300_000 }).paths).length, 4);
});
